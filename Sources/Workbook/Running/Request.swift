/// What a chapter's command line asks for.
struct Request: Equatable {
  /// The slugs to run, in order; all pages if there is none.
  var slugs: [String] = []
  var wantsHelp = false
  var wantsList = false
  var wantsMarbles = false
  var waitsForReturn = false
  /// The values of the chapter's own options, by name.
  var settings: [String: String] = [:]
}

/// A command line that cannot be carried out, in one line with the way out.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}

/// The options that every chapter has.
enum CommonOption: String, CaseIterable {
  case list = "--list"
  case marble = "--marble"
  case step = "--step"
  case help = "--help"

  var help: String {
    switch self {
    case .list: "the slug and title of every page"
    case .marble: "each page, then its marble diagram"
    case .step: "wait for Return before each line; without a terminal it does not wait"
    case .help: "this text; -h does the same"
    }
  }
}
