import Testing

/// The tests that run programs against the clock, one after the other: what they measure is the
/// programs, not each other.
///
/// One that hangs is known by its name then, and those after it still run.
@Suite(.serialized, .timeLimit(.minutes(Effort.number("PEAL_TEST_MINUTES") ?? 10)))
struct ProcessTests {}
