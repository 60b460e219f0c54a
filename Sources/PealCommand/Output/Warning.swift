/// Says on standard error what is not as asked, but no reason to stop.
func warn(_ text: String) {
  try? Channel.error.line("peal: warning: \(text)")
}
