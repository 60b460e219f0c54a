// getopt's variables are globals of C; the command is one thread and reads one command line.
@preconcurrency import CGetopt

/// Reads a command line with glibc's `getopt_long`, closing its traps: long options cannot be
/// abbreviated, and options may follow operands whatever POSIXLY_CORRECT says.
struct Getopt: ~Copyable {
  /// What comes next on the command line.
  enum Item {
    /// An option of the table, as it was written, with its value.
    case option(Option, written: String, value: UnsafePointer<CChar>?)
    case operand(UnsafePointer<CChar>)
  }

  typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private let count: Int32
  private let arguments: Arguments
  private let table: [Option]
  private let longOptions: [option]
  private let letters: String
  private var isPastOptions = false

  /// Reads what follows `arguments[0]`.
  init(_ arguments: Arguments, count: Int32, table: [Option]) {
    self.arguments = arguments
    self.count = count
    self.table = table
    longOptions = Self.longOptions(of: table)
    letters = Self.letters(of: table)
    optind = 0
  }

  /// The next item, or nil at the end.
  mutating func next() throws(CommandLineError) -> Item? {
    guard !isPastOptions else { return nextOperand() }
    let position = Int(max(optind, 1))
    let found = getopt_long(count, arguments, letters, longOptions, nil)
    switch found {
    case -1:
      isPastOptions = true
      return nextOperand()
    case Code.operand:
      return optarg.map { .operand($0) }
    case Code.missingValue, Code.unknown:
      throw mistake(found, at: position)
    default:
      return try item(found, at: position)
    }
  }

  private func nextOperand() -> Item? {
    guard optind < count, let operand = arguments[Int(optind)] else { return nil }
    optind += 1
    return .operand(operand)
  }

  private func item(_ found: Int32, at position: Int) throws(CommandLineError) -> Item {
    guard found < Code.firstLong else {
      let option = table[Int(found - Code.firstLong) / 2]
      let written = word(at: position)
      guard option.isNamed(written) else {
        throw .abbreviated(written, full: option.name.description)
      }
      return .option(option, written: written, value: optarg)
    }
    let letter = Character(UnicodeScalar(UInt8(truncatingIfNeeded: found)))
    guard let option = table.first(where: { $0.letter == letter }) else {
      throw .unknown("-\(letter)")
    }
    return .option(option, written: "-\(letter)", value: value(of: option))
  }

  /// The word after a `-h` is its value, unless it is an option itself.
  private func value(of option: Option) -> UnsafePointer<CChar>? {
    if let optarg { return UnsafePointer(optarg) }
    guard case .hint = option.argument, optind < count,
      let word = arguments[Int(optind)], word[0] != CChar(bitPattern: UInt8(ascii: "-"))
    else { return nil }
    optind += 1
    return UnsafePointer(word)
  }

  private func mistake(_ found: Int32, at position: Int) -> CommandLineError {
    if optopt >= Code.firstLong {
      let name = table[Int(optopt - Code.firstLong) / 2].name.description
      return found == Code.missingValue
        ? .missingValue("--\(name)") : .unexpectedValue("--\(name)")
    }
    if optopt != 0 {
      let letter = "-" + String(decoding: [UInt8(truncatingIfNeeded: optopt)], as: UTF8.self)
      return found == Code.missingValue ? .missingValue(letter) : .unknown(letter)
    }
    let written = word(at: position)
    let similar = table.map(\.name.description).filter { "--\($0)".hasPrefix(written) }
    return similar.isEmpty ? .unknown(written) : .ambiguous(written, similar)
  }

  /// The long option at a position, without its value.
  private func word(at position: Int) -> String {
    guard position < count, let argument = arguments[position] else { return "" }
    let text = String(cString: argument)
    return String(text.prefix { $0 != "=" })
  }
}

extension Getopt {
  /// What getopt_long returns.
  private enum Code {
    static let operand: Int32 = 1
    static let missingValue = Int32(UInt8(ascii: ":"))
    static let unknown = Int32(UInt8(ascii: "?"))
    /// Long options count from here, two for each of the table: its name and its alias.
    static let firstLong: Int32 = 256
  }

  private static func longOptions(of table: [Option]) -> [option] {
    var options: [option] = []
    for (index, row) in table.enumerated() {
      let code = Code.firstLong + Int32(index) * 2
      options.append(row.longOption(row.name, code: code))
      if let alias = row.alias { options.append(row.longOption(alias, code: code + 1)) }
    }
    return options + [option(name: nil, has_arg: 0, flag: nil, val: 0)]
  }

  /// `-` gives operands in their place, `:` tells a missing value from an unknown option.
  private static func letters(of table: [Option]) -> String {
    table.reduce(into: "-:") { letters, row in
      guard let letter = row.letter else { return }
      letters.append(letter)
      switch row.argument {
      case .none: break
      case .value: letters += ":"
      case .hint: letters += "::"
      }
    }
  }
}

extension Option {
  fileprivate func longOption(_ name: StaticString, code: Int32) -> option {
    let hasValue = argument == .none ? no_argument : required_argument
    let pointer = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    return option(name: pointer, has_arg: hasValue, flag: nil, val: code)
  }

  /// Whether a word of the command line is this option's name in full.
  fileprivate func isNamed(_ written: String) -> Bool {
    written == "--\(name)" || alias.map { written == "--\($0)" } ?? false
  }
}
