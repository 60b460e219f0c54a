/// The sizes that an alert may have (DESIGN §7).
public enum Limits {
  /// Bytes of a summary that are shown; what is longer is cut on a character boundary.
  public static let summary = 1024
  /// Bytes of a body that are shown.
  public static let body = 64 * 1024
  /// Bytes of a text that are kept.
  public static let text = 1024 * 1024
  /// Actions of one alert.
  public static let actions = 32
  /// Hints of one alert.
  public static let hints = 64
  /// Pause tokens of one queue.
  public static let pauseTokens = 100
  /// Apps of which nothing is live but what was left out is remembered.
  public static let rememberedApps = 1000
  /// Slots of one queue.
  public static let slots = 100
}
