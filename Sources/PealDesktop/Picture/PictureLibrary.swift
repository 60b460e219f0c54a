import Glibc

/// gdk-pixbuf, which reads and scales pictures. It is loaded when a picture is first to be sent as data,
/// and never before: whoever sends none pays nothing for it.
struct PictureLibrary: Sendable {
  /// The largest side that is sent, in dots.
  static let maximumSide: Int32 = 2048
  /// The largest picture that is read at all: some formats are unpacked whole before they are scaled.
  static let maximumDots = 64 << 20

  /// The library, if the system has it.
  static let shared = PictureLibrary()

  // The functions by their names in C; a picture is a `GdkPixbuf *`.
  private let getFileInfo: GetFileInfo
  private let load: Load
  private let loadAtScale: LoadAtScale
  private let turn: Make
  private let width: GetNumber
  private let height: GetNumber
  private let rowStride: GetNumber
  private let hasAlpha: GetNumber
  private let bitsPerSample: GetNumber
  private let channels: GetNumber
  private let byteCount: GetSize
  private let bytes: GetBytes
  private let release: Release

  private typealias Picture = OpaquePointer
  private typealias Path = UnsafePointer<CChar>
  private typealias GetFileInfo =
    @convention(c) (Path, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>)
    -> OpaquePointer?
  private typealias Load = @convention(c) (Path, OpaquePointer?) -> Picture?
  private typealias LoadAtScale =
    @convention(c) (Path, Int32, Int32, Int32, OpaquePointer?) -> Picture?
  private typealias Make = @convention(c) (Picture) -> Picture?
  private typealias GetNumber = @convention(c) (Picture) -> Int32
  private typealias GetSize = @convention(c) (Picture) -> Int
  private typealias GetBytes = @convention(c) (Picture) -> UnsafePointer<UInt8>?
  private typealias Release = @convention(c) (Picture) -> Void

  private init?() {
    guard let library = Symbols("libgdk_pixbuf-2.0.so.0"),
      let getFileInfo = library.find("gdk_pixbuf_get_file_info", as: GetFileInfo.self),
      let load = library.find("gdk_pixbuf_new_from_file", as: Load.self),
      let loadAtScale = library.find("gdk_pixbuf_new_from_file_at_scale", as: LoadAtScale.self),
      let turn = library.find("gdk_pixbuf_apply_embedded_orientation", as: Make.self),
      let width = library.find("gdk_pixbuf_get_width", as: GetNumber.self),
      let height = library.find("gdk_pixbuf_get_height", as: GetNumber.self),
      let rowStride = library.find("gdk_pixbuf_get_rowstride", as: GetNumber.self),
      let hasAlpha = library.find("gdk_pixbuf_get_has_alpha", as: GetNumber.self),
      let bitsPerSample = library.find("gdk_pixbuf_get_bits_per_sample", as: GetNumber.self),
      let channels = library.find("gdk_pixbuf_get_n_channels", as: GetNumber.self),
      let byteCount = library.find("gdk_pixbuf_get_byte_length", as: GetSize.self),
      let bytes = library.find("gdk_pixbuf_read_pixels", as: GetBytes.self),
      let release = library.find("g_object_unref", as: Release.self)
    else { return nil }
    (self.getFileInfo, self.load, self.loadAtScale) = (getFileInfo, load, loadAtScale)
    (self.turn, self.release, self.width, self.height) = (turn, release, width, height)
    (self.rowStride, self.hasAlpha, self.bitsPerSample) = (rowStride, hasAlpha, bitsPerSample)
    (self.channels, self.byteCount, self.bytes) = (channels, byteCount, bytes)
  }

  /// Reads a picture, turned as a camera has noted it and scaled down to what may be sent.
  ///
  /// - Returns: nil for what is no picture, or too large a one.
  func read(_ path: String) -> PictureData? {
    guard let stored = open(path) else { return nil }
    let turned = turn(stored)
    release(stored)
    guard let picture = turned else { return nil }
    defer { release(picture) }
    guard let start = bytes(picture) else { return nil }
    return PictureData(
      width: width(picture), height: height(picture), rowStride: rowStride(picture),
      hasAlpha: hasAlpha(picture) != 0, bitsPerSample: bitsPerSample(picture),
      channels: channels(picture),
      bytes: Array(UnsafeBufferPointer(start: start, count: byteCount(picture))))
  }

  private func open(_ path: String) -> Picture? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard getFileInfo(path, &width, &height) != nil, width > 0, height > 0,
      Int(width) * Int(height) <= Self.maximumDots
    else { return nil }
    guard max(width, height) > Self.maximumSide else { return load(path, nil) }
    return loadAtScale(path, Self.maximumSide, Self.maximumSide, 1, nil)
  }
}

/// The symbols of a library that is loaded while the program runs, and stays.
private struct Symbols {
  private let handle: UnsafeMutableRawPointer

  init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  /// A function by its name; it is for the caller to know its type.
  func find<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }
}
