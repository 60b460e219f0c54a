/// A value of many parts that all copies share until one of them is changed.
///
/// It is an array of one: Swift's own box that is copied when it is written to, and that can be
/// sent between tasks without a promise of ours.
struct Shared<Value: Sendable>: Sendable {
  private var one: [Value]

  init(_ value: Value) {
    one = [value]
  }

  var value: Value {
    @inline(__always) _read { yield one[0] }
    @inline(__always) _modify { yield &one[0] }
  }
}

extension Shared: Equatable where Value: Equatable {}
extension Shared: Hashable where Value: Hashable {}
