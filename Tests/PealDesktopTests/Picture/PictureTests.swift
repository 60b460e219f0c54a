import DBus
import Foundation
import Peal
import PealTestKit
import TestBus
import Testing

@testable import PealDesktop

/// Pictures as data, `(iiibiiay)`: read from files, and on their way to a server.
struct PictureTests {
  private let library = PictureLibrary.shared

  private func read(_ file: PictureFile) throws -> PictureData {
    let folder = try TemporaryFolder()
    let path = try file.write(to: folder)
    let library = try #require(library)
    return try #require(library.read(path))
  }

  // MARK: Reading

  @Test func aPictureWithoutAlphaHasThreeBytesADot() throws {
    let picture = try read(.rgb)
    #expect(picture.width == 3 && picture.height == 2)
    #expect(!picture.hasAlpha && picture.channels == 3 && picture.bitsPerSample == 8)
    let stride = Int(picture.rowStride)
    #expect(stride >= 9)
    #expect(picture.bytes.count == stride + 9, "the last row has no padding")
    #expect(Array(picture.bytes[..<9]) == [255, 0, 0, 255, 0, 0, 255, 0, 0])
    #expect(Array(picture.bytes[stride...]) == [255, 0, 0, 255, 0, 0, 0, 0, 255])
  }

  @Test func aPictureWithAlphaHasFour() throws {
    let picture = try read(.rgba)
    #expect(picture.width == 3 && picture.height == 2)
    #expect(picture.hasAlpha && picture.channels == 4)
    let stride = Int(picture.rowStride)
    #expect(picture.bytes.count == stride + 12)
    #expect(Array(picture.bytes[..<4]) == [255, 0, 0, 127])
    #expect(Array(picture.bytes.suffix(4)) == [0, 0, 255, 255])
  }

  @Test(arguments: [PictureFile.jpeg, .gray])
  func aJPEGIsRead(file: PictureFile) throws {
    let picture = try read(file)
    #expect(picture.width == 8 && picture.height == 6)
    #expect(!picture.hasAlpha && picture.channels == 3)
    #expect(picture.bytes.count == 5 * Int(picture.rowStride) + 24)
    let dot = picture.bytes.prefix(3).map(Int.init)
    if file == .jpeg {
      #expect(dot[0] < 10 && dot[1] > 245 && dot[2] < 10)
    } else {
      #expect(dot[0] == dot[1] && dot[1] == dot[2])
    }
  }

  @Test func aLargePictureIsScaledDownAndASmallOneIsNotScaledUp() throws {
    let picture = try read(.wide)
    #expect(picture.width == 2048 && picture.height == 7)
    #expect(try read(.rgb).width == 3)
  }

  @Test func whatIsNoPictureIsNone() throws {
    let library = try #require(library)
    let folder = try TemporaryFolder()
    #expect(library.read(folder.file("nothing")) == nil)
    #expect(library.read(folder.path) == nil)
    #expect(library.read(try folder.write("P1 no", to: "text")) == nil)
    for length in [0, 1, 8, 40] {
      let cut = PictureFile.rgb.bytes.prefix(length)
      #expect(library.read(try PictureFile.write(cut, to: folder)) == nil)
    }
  }

  /// A damaged file is refused, or read as far as it goes; either way it keeps to the layout.
  @Test(arguments: [PictureFile.rgb, .rgba, .jpeg, .wide])
  func aDamagedPictureHarmsNobody(file: PictureFile) throws {
    let library = try #require(library)
    let folder = try TemporaryFolder()
    for seed in UInt64(0)..<50 {
      var random = SeededGenerator(seed: seed)
      var bytes = file.bytes
      for _ in 0...2 {
        let index = Int.random(in: 8..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      }
      guard let picture = library.read(try PictureFile.write(bytes, to: folder)) else { continue }
      #expect(max(picture.width, picture.height) <= PictureLibrary.maximumSide, "seed \(seed)")
      let row = Int(picture.width) * Int(picture.channels)
      let size = Int(picture.height - 1) * Int(picture.rowStride) + row
      #expect(picture.bytes.count == size, "seed \(seed)")
    }
  }

  // MARK: Sending

  /// What a server gets of a picture, by the names of the hints.
  private func sent(
    _ image: String, _ transfer: PictureTransfer, to behaviour: Behaviour = Behaviour()
  ) async throws -> [String: Value] {
    let shown = Recording<[String: Value]>()
    try await Desk.with(pictures: transfer) { desk in
      let server = try await desk.server(behaviour)
      let request = PresentRequest.make("A") { $0.image = image }
      shown.append(try await desk.show(request, at: server).hints)
    }
    return try #require(shown.elements.first).filter {
      $0.key.hasPrefix("image") || $0.key.hasPrefix("icon")
    }
  }

  @Test func theServerReadsTheFileUnlessDataIsAskedFor() async throws {
    let folder = try TemporaryFolder()
    let file = try PictureFile.rgba.write(to: folder)
    #expect(try await sent(file, .path) == ["image-path": .string(file)])
    let data = try read(.rgba).value
    #expect(data.type == "(iiibiiay)")
    #expect(try await sent(file, .data) == ["image-data": data])
    #expect(try await sent("file://" + file, .data) == ["image-data": data])
  }

  @Test(arguments: [("1.0", "icon_data"), ("1.1", "image_data")])
  func aServerThatIsTooOldForPathsGetsDataUnderItsName(
    specification: String, name: String
  ) async throws {
    let folder = try TemporaryFolder()
    let file = try PictureFile.jpeg.write(to: folder)
    let behaviour = Behaviour.with { $0.specification = specification }
    #expect(try await sent(file, .path, to: behaviour) == [name: try read(.jpeg).value])
  }

  @Test func whatCannotBeReadGoesOutAsItIs() async throws {
    for image in ["mail-unread", "/no/such.png", "http://example.org/a.png"] {
      #expect(try await sent(image, .data) == ["image-path": .string(image)])
    }
  }

  /// A file that does not answer: a pipe that nobody writes to.
  @Test func aFileThatDoesNotAnswerHoldsNothingUp() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try await sent(pipe, .data) == ["image-path": .string(pipe)])
    // Lets the thread that reads it end.
    close(open(pipe, O_WRONLY | O_NONBLOCK))
  }
}
