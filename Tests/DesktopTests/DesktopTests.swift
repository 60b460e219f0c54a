import Testing

/// Real notification servers, real programs, a real pointer. One desktop after the other: several
/// at once would be too slow for the limits that people's patience sets.
@Suite(.serialized) struct DesktopTests {}
