# Completion of peal(1), peald(1) and notify-send(1) for fish. What may follow is known to the programs.

function __peal_complete
    set -l words (commandline --tokenize --current-process --cut-at-cursor)
    set -l current (commandline --current-token --cut-at-cursor)
    set -l program $words[1] __complete
    # A notify-send may be the original, which knows nothing of this.
    if test (string replace --regex '.*/' '' -- $words[1]) = notify-send
        set program peal __complete notify-send
    end
    set -l candidates ($program $words[2..] "$current" 2>/dev/null)
    if test "$candidates" = :files
        __fish_complete_path "$current"
    else
        string join -- \n $candidates
    end
end

complete --command peal --command peald --command notify-send --no-files --arguments '(__peal_complete)'
