import Foundation
import TestBus

/// A small picture, made once with ImageMagick.
enum PictureFile: String, CaseIterable {
  /// 3 × 2 dots, red but for the last one, which is blue.
  case rgb = """
    iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEklEQVQI12P8zwAFTBCKkeE/ABQrAgPgoSo8AAAAAElFTkSu\
    QmCC
    """
  /// The same, the red half transparent.
  case rgba = """
    iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAFklEQVQI12P8z8BQzwAFTDAGI8P/BgAmoQMCZhBYIwAAAABJ\
    RU5ErkJggg==
    """
  /// 8 × 6 dots, green, a JPEG.
  case jpeg = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQ\
    ERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
    FBQUFBQUFBQUFBQUFBQUFBT/wAARCAAGAAgDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAABv/EABQQAQAAAAAAAAAA\
    AAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAICf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AHYPpxP/\
    2Q==
    """
  /// The same without colours.
  case gray = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwg\
    IyYnKSopGR8tMC0oMCUoKSj/wAALCAAGAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAAAAAAAAAAAAAA\
    AAD/2gAIAQEAAD8ASH//2Q==
    """
  /// 3000 × 10 dots, black.
  case wide = """
    iVBORw0KGgoAAAANSUhEUgAAC7gAAAAKCAMAAAATzuPPAAAAA1BMVEUAAACnej3aAAAANElEQVR42u3BMQEAAADCoPVPbQlP\
    oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3gZ1OgABrwF2wwAAAABJRU5ErkJggg==
    """

  /// Its bytes.
  var bytes: Data { Data(base64Encoded: rawValue) ?? Data() }

  /// Writes it into a folder; returns its path.
  func write(to folder: TemporaryFolder) throws -> String {
    try Self.write(bytes, to: folder)
  }

  /// Writes bytes that may be a picture into a folder; returns the path.
  static func write(_ bytes: Data, to folder: TemporaryFolder) throws -> String {
    let path = folder.file("picture")
    try bytes.write(to: URL(filePath: path))
    return path
  }
}
