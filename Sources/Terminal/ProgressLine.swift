/// One line on standard error that is written over and over; silent unless that is a terminal.
package struct ProgressLine: Sendable {
  private static let eraseLine = "\r\u{1B}[K"

  private let output = StandardStream.error.isTerminal ? StandardStream.error : nil

  package init() {}

  package func show(_ text: String) {
    // Progress that cannot be shown is no reason to stop.
    try? output?.write(Self.eraseLine + text)
  }

  package func clear() { show("") }
}
