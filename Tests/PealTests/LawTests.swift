import Peal
import Testing

/// The laws at the end of SEMANTICS, by seeded random events. A failure names its seed.
@Suite struct Laws {
  static let seeds = 0..<240
  static let steps = 200

  @Test(arguments: seeds) func noLawIsEverBroken(seed: Int) {
    var run = LawRun(seed: UInt64(seed))
    for step in 1...Self.steps {
      run.step()
      if let law = run.witness.broken.first {
        Issue.record("seed \(seed), step \(step): \(law)")
        return
      }
    }
    run.comeToRest()
    #expect(run.witness.broken.first == nil, "seed \(seed), coming to rest")
    #expect(run.witness.ended == run.witness.accepted, "seed \(seed): endings are not submissions")
    #expect(run.queue.isEmpty, "seed \(seed): something is left")
    let orphans = run.presenter.popups.subtracting(run.witness.left)
    #expect(orphans.isEmpty, "seed \(seed): a popup outlives its alert")
    #expect(run.isRepeatable(), "seed \(seed): the same events had other effects")
  }

  @Test func theRunsMakeManyChoices() {
    var choices = 0
    for seed in Self.seeds {
      var run = LawRun(seed: UInt64(seed))
      for _ in 1...Self.steps { run.step() }
      choices += run.witness.choices
    }
    #expect(choices > 800)
  }
}
