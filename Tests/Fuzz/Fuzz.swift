import Glibc

// What libFuzzer calls. `PEAL_FUZZ` names the target; .ci/fuzz builds and runs this.

/// Something that takes any bytes and never stops the process.
struct Target: Sendable {
  /// Inputs to begin with.
  let seeds: [[UInt8]]
  let take: @Sendable ([UInt8]) -> Void

  static let all: [String: Target] = [
    "codec": .codec, "configuration": .configuration, "options": .options, "journal": .journal,
  ]

  /// The one that the environment names.
  static let chosen: Target = {
    let name = getenv("PEAL_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = all[name] else {
      fatalError("PEAL_FUZZ is one of \(all.keys.sorted().joined(separator: ", "))")
    }
    return target
  }()
}

/// Writes the seeds into the folder that `PEAL_FUZZ_SEEDS` names.
@_cdecl("LLVMFuzzerInitialize")
public func prepare(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard let folder = getenv("PEAL_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
  for (number, seed) in Target.chosen.seeds.enumerated() {
    File.write(seed, to: "\(folder)/seed-\(number)")
  }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Target.chosen.take(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Whole files.
enum File {
  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { fatalError("\(path): \(errno)") }
    defer { fclose(file) }
    precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }

  static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { fatalError("\(path): \(errno)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 22)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
  }
}
