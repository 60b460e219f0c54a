import DBus
import Peal

extension ControlClient {
  /// Calls a method and checks that the reply is what the method promises.
  func call(_ method: Alerts1.Method, _ body: [Value] = []) throws(ControlError) -> [Value] {
    do {
      return try bus.call(method.call(body), timeout: timeout).checked(against: method)
    } catch let error as DBusError {
      throw ControlError(error)
    } catch let error as ControlError {
      throw error
    } catch {
      throw .unexpectedReply(to: method.rawValue)
    }
  }

  func id(_ method: Alerts1.Method, _ body: [Value] = []) throws(ControlError) -> AlertID {
    AlertID(rawValue: try call(method, body)[0].uint32 ?? 0)
  }

  func flag(_ method: Alerts1.Method, _ body: [Value]) throws(ControlError) -> Bool {
    try call(method, body)[0].boolean ?? false
  }

  func reports(_ method: Alerts1.Method, _ query: Query) throws(ControlError) -> [AlertReport] {
    var reports: [AlertReport] = []
    for element in try call(method, [query.value])[0].elements ?? [] {
      reports.append(try AlertReport(element))
    }
    return reports
  }

  /// Elements in portions that stay below ``Bounds/batch`` each.
  static func batches(_ elements: [Value]) -> [[Value]] {
    var batches: [[Value]] = []
    var size = Bounds.batch
    for element in elements {
      size += element.weight
      if size > Bounds.batch {
        batches.append([])
        size = element.weight
      }
      batches[batches.count - 1].append(element)
    }
    return batches
  }

  /// One `(uss)` of `PostMany`'s reply.
  static func result(_ answer: Value) -> Result<AlertID, ControlError> {
    let fields = answer.fields ?? []
    guard let id = fields.first?.uint32, fields.count == 3 else {
      return .failure(.unexpectedReply(to: Alerts1.Method.postMany.rawValue))
    }
    if id != 0 { return .success(AlertID(rawValue: id)) }
    let name = fields[1].string.flatMap { try? ErrorName($0) }
    return .failure(.refused(name.flatMap { Refusal($0) } ?? .internal, fields[2].string ?? ""))
  }
}

extension Alerts1.Method {
  /// A call of this method.
  func call(_ body: [Value]) -> Message {
    .call(member, on: Alerts1.path, of: Alerts1.name, interface: Alerts1.interface, body)
  }
}

extension Message {
  /// The body of a reply, if it is what the method promises.
  func checked(against method: Alerts1.Method) throws(ControlError) -> [Value] {
    guard body.map(\.type) == method.outputs.map(\.type) else {
      throw .unexpectedReply(to: method.rawValue)
    }
    return body
  }
}

extension AlertID {
  /// The id as a bus value.
  var value: Value { .uint32(rawValue) }
}

extension Value {
  /// About how many bytes the value takes in a message.
  fileprivate var weight: Int {
    switch self {
    case .string(let text): 8 + text.utf8.count
    case .bytes(let bytes): 8 + bytes.count
    case .array(_, let values), .structure(let values): values.reduce(8) { $0 + $1.weight }
    case .dictionary(_, _, let entries):
      entries.reduce(8) { $0 + $1.key.weight + $1.value.weight }
    case .variant(let value): 8 + value.weight
    default: 8
    }
  }
}
