extension Verb {
  /// Three command lines that show what it is for.
  var examples: [String] {
    switch self {
    case .send:
      [
        "peal send 'Backup finished' '12 GiB in 3 minutes'",
        "peal send --priority high --tag battery 'Battery low' '10 % left'",
        "make 2>&1 | tail -n 3 | peal send -w 'Build finished' -",
      ]
    case .ask:
      [
        "peal ask 'Deploy to production?' && ./deploy",
        "peal ask 'Disk full' -A clean='Clean up' -A later=Later --cancel Ignore",
        "name=$(peal ask --reply 'Your name' 'Who is there?')",
      ]
    case .wait: ["peal wait 7", "peal wait 7 --timeout 30s", "peal wait --json 7"]
    case .answer: ["peal answer 7 yes", "peal answer --top no", "peal answer 7"]
    case .update:
      [
        "peal update 7 --progress 80", "peal update --tag copy 'Copied' 'All 512 files'",
        "peal update --top --priority critical",
      ]
    case .withdraw: ["peal withdraw 7 8", "peal withdraw --tag battery", "peal withdraw --top"]
    case .snooze: ["peal snooze 7 5m", "peal snooze 7 2h", "peal snooze 7 1d"]
    case .activate:
      [
        "peal activate 7", "id=$(peal send -p --arrival manual Later); peal activate \"$id\"",
        "id=$(peal send -p --delay 1h Tea); peal activate \"$id\"",
      ]
    case .clear: ["peal clear", "peal clear --all", "peal clear --app backup"]
    case .list: ["peal list", "peal list --app backup", "peal list --json"]
    case .show: ["peal show 7", "peal show --json 7", "peal show --json 7 | jq .stage"]
    case .history:
      ["peal history -n 20", "peal history --since 1d --app backup", "peal history --json"]
    case .watch: ["peal watch", "peal watch --json", "peal watch --format waybar"]
    case .status: ["peal status", "peal status --json", "peal status --format waybar"]
    case .pause: ["peal pause", "peal pause --for 1h", "peal pause --except none"]
    case .resume:
      [
        "peal resume", "peal pause --for 25m && peal resume",
        "trap 'peal resume' EXIT; peal pause",
      ]
    case .reload: ["peal reload", "peal reload && peal status", "peal reload || exit"]
    case .doctor:
      ["peal doctor", "peal doctor --json", "peal doctor --bus unix:path=/run/user/1000/bus"]
    }
  }
}
