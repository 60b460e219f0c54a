/// Says on standard error what is not as asked, but no reason to stop.
func warn(_ text: String) {
  let word = Channel.error.styled("warning:", .warning)
  try? Channel.error.writeAsIs("peal: \(word) \(Channel.error.harmless(text))\n")
}
