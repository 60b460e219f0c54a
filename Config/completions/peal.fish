# Completion of peal(1) for fish. What may follow is known to peal itself.

function __peal_complete
    set -l words (commandline --tokenize --current-process --cut-at-cursor)
    set -l current (commandline --current-token --cut-at-cursor)
    set -l candidates ($words[1] __complete $words[2..] "$current" 2>/dev/null)
    if test "$candidates" = :files
        __fish_complete_path "$current"
    else
        string join -- \n $candidates
    end
end

complete --command peal --no-files --arguments '(__peal_complete)'
