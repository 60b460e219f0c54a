import Peal

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// Reads one of the words.
  init(word text: String) throws(ValueError) {
    guard let value = Self(rawValue: text) else {
      throw ValueError("is not one of " + Self.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self = value
  }
}

extension Alert.Urgency {
  /// Reads one of the specification's three words.
  init(word text: String) throws(ValueError) {
    guard let urgency = Self.allCases.first(where: { "\($0)" == text }) else {
      throw ValueError("is not one of low, normal, critical")
    }
    self = urgency
  }
}

extension AlertID {
  /// Reads an alert's number.
  init(argument text: String) throws(ValueError) {
    guard let number = UInt32(text), number > 0, text.first != "+" else {
      throw ValueError("is not the number of an alert; 'peal list' shows them")
    }
    self.init(rawValue: number)
  }
}

extension Int {
  /// Reads a whole number within a range.
  init(argument text: String, in range: ClosedRange<Int>) throws(ValueError) {
    guard let number = Int(text), range.contains(number) else {
      let bound =
        range.upperBound == .max
        ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
      throw ValueError("is not a whole number, \(bound)")
    }
    self = number
  }
}
