/// The scripts of Config/examples, which the manual shows.
enum Recipes {
  static let names = ["deploy", "battery", "copy", "approve", "backup", "build"]
}
