/// Which alerts a `clear` or a `list` is about; what is nil does not matter.
public struct Filter: Sendable, Hashable {
  /// Only this one.
  public var id: AlertID?
  /// Only those of this app.
  public var app: String?
  /// Only those with this tag.
  public var tag: String?

  /// Makes a filter; without arguments it lets everything through.
  public init(id: AlertID? = nil, app: String? = nil, tag: String? = nil) {
    self.id = id
    self.app = app
    self.tag = tag
  }

  /// Everything.
  public static let everything = Filter()
}
