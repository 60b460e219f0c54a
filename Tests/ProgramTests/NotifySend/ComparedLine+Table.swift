import DBus
import PealControl
import TestBus

extension ComparedLine {
  /// Every option, combinations of them, and wrong ones.
  static let all = texts + simpleOptions + letters + numbers + hints + variants + actions + mistakes

  static let texts: [ComparedLine] = [
    .init("Summary"),
    .init("Summary", "Body"),
    .init("Summary", ""),
    .init("-"),
    .init("Summary", "-"),
    .init("--", "-a", "-b"),
    .init("Summary", "--", "-b"),
    .init("Summary", "--", "--"),
    .init("a & b <c>", "Body"),
    .init(#"a\nb"#, #"one\ntwo\ttab\\ \x41 \101 \q \" end\"#),
    .init("Summary", #"caf\303\251"#),
    .init("Summary", #"up to here\0not this"#),
    .init("Summary", #"\8"#),
    .init("Summary", "one\ntwo"),
    .init("Summary", "<b>bold</b> and <i>it</i> -> <u>x</u>"),
    .init(
      "Summary", "<a href=\"https://example.org/?a=1&amp;b=2\">here</a> &lt;&#x41;", at: withLinks),
    .init(
      "Summary", "<a href=\"https://example.org\">here</a>",
      differs: "a server that does not know links gets their text"
    ) { $0.call?.body = "here" },
    .init("Summary", "plain -> \"text\" 'too'"),
    .init("Summary", "日本 🎉"),
    .init("Summary", "We <3 you & <b>x</b>", differs: "what is no markup is escaped") {
      $0.call?.body = "We &lt;3 you &amp; <b>x</b>"
    },
    .init("Summary", "<b>never ended", differs: "what is no markup is escaped") {
      $0.call?.body = "&lt;b&gt;never ended"
    },
    .init("one\ntwo", differs: "a summary is one line") { $0.call?.summary = "one two" },
    .init("", "Body", differs: "0.8.4 and newer take an empty summary") {
      $0 = SentNotification()
      $0.call = .init(
        appName: "notify-send", replaces: 0, icon: "", summary: "", body: "Body", actions: [],
        hints: ["urgency": .byte(1)], expiry: -1)
    },
  ]

  static let simpleOptions: [ComparedLine] = [
    .init("-u", "low", "x"),
    .init("-u", "normal", "x"),
    .init("--urgency=critical", "x"),
    .init("--urgency", "LOW", "x"),
    .init("-u", "low", "-u", "critical", "x"),
    .init("-a", "app", "x"),
    .init("--app-name=my app", "x"),
    .init("-a", "", "x"),
    .init("-i", "dialog-information", "x"),
    .init("--icon=/no/such/file.png", "x"),
    .init("-i", "file:///etc/passwd", "x"),
    .init("-i", "a,b", "x"),
    .init("-i", "", "x"),
    .init("-c", "email.arrived", "x"),
    .init("--category=a,b", "x"),
    .init("-c", "", "x"),
    .init("-e", "x"),
    .init("--transient", "x"),
    .init("--transient=1", "x"),
    .init("-p", "x"),
    .init("x", "--print-id", "body"),
    .init("-w", "x", person: .closes),
    .init("--wait", "-p", "x", person: .closes),
    .init("-w", "-t", "60000", "x", person: .expires),
    .init("-r", "0", "x"),
    .init("-p", "-r", "42", "x", differs: "an id that was never given here is a name of ours") {
      $0.call?.replaces = 0
    },
    .init("--replace-id=201839192", "x", differs: "an id that was never given here is a name") {
      $0.call?.replaces = 0
    },
    .init("-n", "x", "y", differs: "-n is of 0.8.4 and newer") {
      $0 = SentNotification()
      $0.call = .init(
        appName: "notify-send", replaces: 0, icon: "x", summary: "y", body: "", actions: [],
        hints: ["urgency": .byte(1)], expiry: -1)
    },
    .init("-v", differs: "it is the newest whose command line is taken") {
      $0.output = "notify-send 0.8.7 (peal \(Release.version))\n"
    },
    .init(
      "-u", "critical", "-t", "2500", "-a", "backup", "-i", "drive", "-c", "transfer.complete",
      "-e", "-p", "-h", "int:value:40", "-h", "string:note:a:b", "Backup", #"12 GiB\nin 3 min"#),
  ]

  static let letters: [ComparedLine] = [
    .init("-ep", "x"),
    .init("-pu", "low", "x"),
    .init("-up", "low", "x"),
    .init("-epw", "x", person: .closes),
    .init("-pt", "5000", "x"),
  ]

  static let numbers: [ComparedLine] = [
    .init("-t", "500", "x"),
    .init("-t", "0", "x"),
    .init("-t", "-1", "x"),
    .init("--expire-time=1", "x"),
    .init("-t", "0x10", "x"),
    .init("-t", "010", "x"),
    .init("-t", "+5", "x"),
    .init("-t", " 5", "x"),
    .init("-t", "2147483647", "x"),
    .init("-t", "-5", "x", differs: "any negative number leaves it to the server") {
      $0.call?.expiry = -1
    },
  ]

  static let mistakes: [ComparedLine] = [
    .init(),
    .init(""),
    .init("--"),
    .init("a", "b", "c"),
    .init("a", "--", "b", "c"),
    .init("-q", "x"),
    .init("-eq", "x"),
    .init("--nope", "x"),
    .init("--nope=1", "x"),
    .init("--urg=low", "x"),
    .init("-p=1", "x"),
    .init("-afoo", "x"),
    .init("-ulow", "x"),
    .init("-hint:x:5", "x"),
    .init("-pta", "5", "x", "y"),
    .init("-u"),
    .init("x", "--hint"),
    .init("-u", "urgent", "x"),
    .init("-u", "-p", "x"),
    .init("--urgency=", "x"),
    .init("-t", "soon", "x"),
    .init("-t", "5s", "x"),
    .init("-t", "08", "x"),
    .init("-t", "", "x"),
    .init("-t", "2147483648", "x"),
    .init("-r", "x", "y"),
    .init("-r", "4294967295", "x"),
    .init("--help=1"),
    .init("-v", "-u", "x"),
  ]
}
