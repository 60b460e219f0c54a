import Peal

extension Invocation {
  /// Reads the operands, and checks that all of it goes together.
  mutating func settle() throws(CommandLineError) {
    if isStrict, let repaired {
      throw .badOperand(repaired, problem: "is not UTF-8, and --strict refuses to repair it")
    }
    try settleOperands()
    if address.isTop, address.tag != nil || address.app != nil {
      throw .conflict("--top goes with neither --tag nor --app-name")
    }
    try settleUsers()
    if verb == .update, operands.isEmpty, draft == Draft() {
      throw .conflict("nothing to change; give a summary or an option")
    }
  }

  private func settleUsers() throws(CommandLineError) {
    guard [user != nil, meansAllUsers, bus != nil].count(where: \.self) < 2 else {
      throw .conflict("--user, --all-users and --bus each name a session; give one of them")
    }
    if meansAllUsers, isBatch || operands.dropFirst().first == "-" {
      throw .conflict("standard input is there once; --all-users cannot read it for everybody")
    }
    if mayWaitForPerson, waits || isBatch || needsServer || bus != nil || meansAllUsers {
      throw .conflict(
        "--when-present goes with none of -w, --batch, --no-queue, --bus, --all-users")
    }
  }

  private mutating func settleOperands() throws(CommandLineError) {
    let isAddressed = address.isTop || address.tag != nil
    switch verb {
    case .send where isBatch:
      try expect(0...0)
      guard !waits, draft.actions.isEmpty else {
        throw .conflict("--batch goes with neither -w nor actions on the command line")
      }
    case .send, .ask:
      try expect(1...2, "SUMMARY")
    case .wait, .activate, .show:
      try takeID("ID")
      try expect(0...0)
    case .snooze:
      try takeID("ID")
      try takeDuration()
      guard duration != .zero else {
        throw .badOperand("0", problem: "is no time to snooze for; write 10m")
      }
      try expect(0...0)
    case .answer:
      if !isAddressed { try takeID("ID or --top") }
      try expect(0...1)
    case .update:
      if !isAddressed { try takeID("ID, --tag or --top") }
      try expect(0...2)
    case .withdraw:
      if !isAddressed { repeat { try takeID("ID, --tag or --top") } while !operands.isEmpty }
      try expect(0...0)
    case .clear, .list, .history, .watch, .status, .pause, .resume, .reload, .doctor:
      try expect(0...0)
    }
  }

  private func expect(
    _ range: ClosedRange<Int>, _ name: String = ""
  ) throws(CommandLineError) {
    guard operands.count >= range.lowerBound else { throw .missing(name) }
    guard operands.count <= range.upperBound else { throw .surplus(operands[range.upperBound]) }
  }

  private mutating func takeID(_ name: String) throws(CommandLineError) {
    address.ids.append(
      try take(name) { text throws(ValueError) in try AlertID(argument: text) })
  }

  private mutating func takeDuration() throws(CommandLineError) {
    duration = try take("DURATION") { text throws(ValueError) in try Duration(argument: text) }
  }

  private mutating func take<Value>(
    _ name: String, _ read: (String) throws(ValueError) -> Value
  ) throws(CommandLineError) -> Value {
    guard let text = operands.first else { throw .missing(name) }
    do throws(ValueError) {
      let value = try read(text)
      operands.removeFirst()
      return value
    } catch {
      throw .badOperand(text, problem: error.problem)
    }
  }
}
