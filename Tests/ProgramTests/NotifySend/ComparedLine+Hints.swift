import DBus
import TestBus

extension ComparedLine {
  private static let guess = "what is no such value is refused, not guessed at"
  private static let standard = "a hint of the specification has its type"

  static let hints: [ComparedLine] = [
    .init("-h", "int:n:5", "x"),
    .init("--hint=INT:n:5", "x"),
    .init("-h", "int:n:010", "x"),
    .init("-h", "byte:n:255", "x"),
    .init("-h", "double:n:1.5", "x"),
    .init("-h", "double:n:0x1p3", "x"),
    .init("-h", "string:n:a:b:c", "x"),
    .init("-h", "string:n:", "x"),
    .init("-h", #"string:n:a\nb"#, "x"),
    .init("-h", "string:n:'}, 'urgency': <byte 2>, 'x': <'", "x"),
    .init("-h", "boolean:n:TRUE", "x"),
    .init("-h", "Boolean:n:1", "x"),
    .init("-h", "boolean:n:yes", "x"),
    .init("-h", "boolean:n:0", "x"),
    .init("-h", "string:n:1", "-h", "string:n:2", "-h", "int:m:3", "x"),
    .init("-u", "low", "-h", "byte:urgency:2", "x"),
    .init("-c", "y", "-h", "string:category:z", "x"),
    .init("-h", "boolean:transient:true", "x"),
    .init("-h", "boolean:resident:true", "x"),
    .init("-h", "string:image-path:/x.png", "-i", "foo", "x"),
    .init("-h", "string:desktop-entry:foo", "-h", "string:sound-name:bell", "x"),
    .init("-h", "int:value:50", "x"),
    .init("-h", "int:value:150", "x"),
    .init("-h", "int:x:10", "-h", "int:y:20", "x"),
    .init("-h", "int:n:abc", "x"),
    .init("-h", "int:n:-5", "x"),
    .init("-h", "int:n:", "x"),
    .init("-h", "byte:n:256", "x"),
    .init("-h", "double:n:abc", "x"),
    .init("-h", "double:n:nan", "x"),
    .init("-h", "string:n", "x"),
    .init("-h", "", "x"),
    .init("-h", "float:n:1", "x"),
    .init("-h", "uint32:n:1", "x"),
    .init("-h", "int:n:5abc", "x", differs: guess),
    .init("-h", "int:n:99999999999", "x", differs: guess),
    .init("-h", "byte:n:abc", "x", differs: guess),
    .init("-h", "byte:n:0x11", "x", differs: "newer ones read hexadecimal") {
      $0.call?.hints["n"] = .byte(0x11)
    },
    .init("-h", "double:n:1.5z", "x", differs: guess),
    .init("-h", "double:n:1e400", "x", differs: guess),
    .init("-h", "string::y", "x", differs: "the original crashes"),
    .init("-h", "string:urgency:high", "x", differs: standard),
    .init("-h", "byte:urgency:9", "x", differs: standard),
    .init("-h", "boolean:x:false", "x", differs: standard),
    .init("-h", "double:value:0.5", "x", differs: standard),
    .init("-e", "-h", "boolean:transient:false", "x", differs: "what is not so is not said") {
      $0.call?.hints["transient"] = nil
    },
  ]

  private static let container = "a hint is one boolean, number or text"

  static let variants: [ComparedLine] = [
    .init("-h", "variant:n:1", "x"),
    .init("-h", "variant:n:'a b'", "x"),
    .init("-h", "variant:n:true", "x"),
    .init("-h", "variant:n:1.5", "x"),
    .init("-h", "variant:n:uint32 5", "x"),
    .init("-h", "variant:n:byte 0x20", "x"),
    .init("-h", "variant:n:@x -5", "x"),
    .init("-h", "variant:sender-pid:int64 5", "x"),
    .init("-h", "variant:n:nope", "x"),
    .init("-h", "variant:n:", "x"),
    .init("-h", "variant:n:[]", "x"),
    .init("-h", #"variant:n:'caf\u00e9 \U0001f600'"#, "x"),
    .init("-h", #"variant:n:"a\v\a\b\f\q\"\'""#, "x"),
    .init("-h", "variant:n:'one\\\ntwo'", "x"),
    .init("-h", #"variant:n:'\u12'"#, "x"),
    .init("-h", #"variant:n:'\u0000'"#, "x"),
    .init("-h", "variant:n:'a' 'b'", "x"),
    .init("-h", "variant:n:uint32 -1", "x"),
    .init("-h", "variant:n:double 5", "x"),
    .init("-h", "variant:n:1.", "x"),
    .init("-h", #"variant:n:'\ud800'"#, "x", differs: "the original crashes") {
      $0 = SentNotification()
      $0.call = .init(
        appName: "notify-send", replaces: 0, icon: "", summary: "x", body: "", actions: [],
        hints: ["urgency": .byte(1), "n": .string("\u{FFFD}")], expiry: -1)
    },
    .init("-h", "variant:n:inf", "x", differs: container),
    .init("-h", "variant:n:int16 5", "x", differs: container),
    .init("-h", "variant:n:objectpath '/a'", "x", differs: container),
    .init("-h", "variant:n:<5>", "x", differs: container),
    .init("-h", "variant:n:(1, 'a')", "x", differs: container),
    .init("-h", "variant:n:@as []", "x", differs: container),
    .init("-h", "variant:n:b'abc'", "x", differs: container),
    .init("-h", "variant:n:[1,2]", "x", differs: container),
    .init("-h", "variant:n:{'a': 1}", "x", differs: container),
  ]

  static let actions: [ComparedLine] = [
    .init("-A", "Yes", "x", person: .presses("Yes")),
    .init("-A", "yes=Yes", "-A", "no=No", "x", "y", person: .presses("No")),
    .init("-A", "yes=Yes", "-A", "Later", "x", person: .presses("Later")),
    .init("--action=k=a=b", "x", person: .presses("a=b")),
    .init("-A", "default=Open", "x", person: .presses("Open")),
    .init("-A", " k  =  Yes  ", "x", person: .presses("Yes")),
    .init("-A", #"a\nb=c\td"#, "x", person: .presses(#"c\td"#)),
    .init("-A", "a b=c", "x", person: .presses("c")),
    .init("-A", "$(touch x)=`touch y`", "x", person: .presses("`touch y`")),
    .init("-p", "-A", "k=Yes", "x", person: .presses("Yes")),
    .init("-w", "-A", "k=Yes", "-t", "60000", "x", person: .presses("Yes")),
    .init("-A", "k=Yes", "x", person: .closes),
    .init("-A", "k=Yes", "x", person: .expires),
    .init("-A", "k=Yes", "x", at: withoutActions),
    .init("-p", "-w", "-A", "k=Yes", "x", person: .closes, at: withoutActions),
    .init("-A"),
    .init(
      "-A", "a=1", "-A", "a=2", "x", person: .presses("2"),
      differs: "newer ones only change the label"
    ) { $0.call?.actions = ["a", "2"] },
    .init("-A", "=x", "y", differs: "an action has a name and a label"),
    .init("-A", "k=", "y", differs: "an action has a name and a label"),
    .init("-A", "", "y", differs: "the original crashes"),
  ]
}
