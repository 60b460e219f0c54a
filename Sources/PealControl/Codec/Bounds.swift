/// How long the texts of a request may be, in bytes, beside the limits that `Peal` states.
package enum Bounds {
  /// Names and short texts: app name, tag, category, action key, label, reply placeholder, token.
  package static let name = 1024
  /// Icons and pictures: paths and URIs.
  package static let path = 4096
  /// The text of one hint.
  package static let hint = 64 * 1024
  /// The name of a pause token.
  package static let pauseName = 255
  /// One call; larger batches are split.
  package static let batch = 8 * 1024 * 1024
}
