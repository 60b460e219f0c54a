import Testing

@testable import PealDesktop
@testable import PealTestKit

/// Whatever a server does, and in whatever order things happen: the presenter keeps its laws, no press
/// answers another alert than the one it was made on, and nothing is left on the screen.
struct RandomTests {
  static let manners: [(name: String, World.Manners)] = [
    ("well-behaved", World.Manners()),
    ("like dunst", World.Manners(renumbers: 50, adopts: 100)),
    ("early", World.Manners(adopts: 50, signalsEarly: 30, confirmsLate: 50)),
    ("refusing", World.Manners(refuses: 20, answersZero: 10, ignoresReplacing: 30)),
    ("mortal", World.Manners(adopts: 50, signalsEarly: 10, dies: 100)),
    ("slow", World.Manners(swallows: 5, renumbers: 20, adopts: 50, stalls: 50)),
    (
      "all at once",
      World.Manners(
        refuses: 10, answersZero: 5, swallows: 5, renumbers: 20, ignoresReplacing: 20, adopts: 50,
        signalsEarly: 20, confirmsLate: 50, dies: 50, stalls: 30)
    ),
  ]

  @Test(arguments: manners.indices)
  func theLawsHoldWhateverHappens(index: Int) {
    for seed in UInt64(0)..<200 {
      var world = World(seed: seed, Self.manners[index].1)
      for _ in 0..<200 { world.step() }
      world.finish()
      let violations = PresenterTranscript(entries: world.entries).violations(owesAnswers: true)
      let name = Self.manners[index].name
      #expect(violations == [], "\(name), seed \(seed)")
      #expect(world.faults == [], "\(name), seed \(seed)")
      #expect(world.screen.values.map(\.summary) == [], "\(name), seed \(seed): left on screen")
      guard violations == [], world.faults == [], world.screen.isEmpty else { return }
    }
  }
}
