import Testing

extension Trait where Self == Bug {
  /// A fault that people have reported of tools that do this job, by its number in the list of them.
  static func field(_ number: Int) -> Bug { .bug(id: number) }
}
