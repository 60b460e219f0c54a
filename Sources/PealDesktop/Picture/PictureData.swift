import DBus

/// A picture as the hint `image-data` carries it (specification, "Icons and Images"): `(iiibiiay)`.
struct PictureData: Sendable, Hashable {
  let width: Int32
  let height: Int32
  /// How many bytes lie between the starts of two rows; the last row has no padding.
  let rowStride: Int32
  let hasAlpha: Bool
  let bitsPerSample: Int32
  /// 3 for red, green and blue; 4 with alpha.
  let channels: Int32
  let bytes: [UInt8]

  /// The hint's value.
  var value: Value {
    .structure([
      .int32(width), .int32(height), .int32(rowStride), .boolean(hasAlpha), .int32(bitsPerSample),
      .int32(channels), .bytes(bytes),
    ])
  }
}

/// How pictures are handed to the notification server.
package enum PictureTransfer: String, Sendable, CaseIterable {
  /// By the path of their file, which the server reads; as data only to a server that reads no paths.
  case path
  /// As data: for a server that does not see our files.
  case data
}

extension NotifyCall {
  /// The picture's file, if there is one and this server is to get it as data.
  func pictureFile(for server: Server, _ transfer: PictureTransfer) -> String? {
    guard transfer == .data || !server.traits.readsImagePath.value,
      let image = hints["image-path"]?.string
    else { return nil }
    if image.hasPrefix("/") { return image }
    return image.hasPrefix("file:///") ? String(image.dropFirst("file://".count)) : nil
  }

  /// The call with its picture as data, under the name that the hint has in the server's version of
  /// the specification.
  func carrying(_ picture: PictureData, for server: Server) -> NotifyCall {
    var call = self
    call.hints["image-path"] = nil
    call.hints[server.information.nameOfImageData] = picture.value
    return call
  }
}

extension ServerInformation {
  /// Whether it follows a version of the specification that knows `image-path`, which is 1.2 and up.
  var knowsImagePath: Bool {
    guard let version = specificationNumbers else { return true }
    return version >= (1, 2)
  }

  /// What `image-data` was called: `icon_data` up to 1.0, `image_data` in 1.1.
  fileprivate var nameOfImageData: String {
    guard let version = specificationNumbers, version < (1, 2) else { return "image-data" }
    return version < (1, 1) ? "icon_data" : "image_data"
  }

  private var specificationNumbers: (Int, Int)? {
    let numbers = specification.split(separator: ".").map { Int($0) }
    guard numbers.count >= 2, let major = numbers[0], let minor = numbers[1] else { return nil }
    return (major, minor)
  }
}
