/// Which version of Peal this is; the command and the daemon are released together.
package enum Release {
  /// The version's number.
  package static let version = "0.1.0"
}
