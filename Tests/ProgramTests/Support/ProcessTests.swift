import Testing

/// The tests that run programs against the clock, one after the other: what they measure is the
/// programs, not each other.
@Suite(.serialized) struct ProcessTests {}
