internal import Terminal

extension Request {
  /// Reads a command line, without the program's name. `-h` is `--help`; what follows `--` is pages.
  static func parse(
    _ arguments: [String], slugs: [String], options: [ChapterOption]
  ) throws(UsageError) -> Request {
    var request = Request()
    var rest = arguments[...]
    var takesOptions = true
    while let argument = rest.popFirst() {
      if takesOptions, argument == "--" {
        takesOptions = false
      } else if takesOptions, argument.hasPrefix("-") {
        try request.take(option: argument, rest: &rest, options: options)
      } else if slugs.contains(argument) {
        request.slugs.append(argument)
      } else {
        throw UsageError(
          unknown: "page", argument, nearest: argument.nearest(among: slugs), seeAll: "--list")
      }
    }
    return request
  }

  private mutating func take(
    option: String, rest: inout ArraySlice<String>, options: [ChapterOption]
  ) throws(UsageError) {
    switch option == "-h" ? .help : CommonOption(rawValue: option) {
    case .list: wantsList = true
    case .marble: wantsMarbles = true
    case .step: waitsForReturn = true
    case .help: wantsHelp = true
    case nil: try take(setting: option, rest: &rest, options: options)
    }
  }

  /// `--server URL` or `--server=URL`.
  private mutating func take(
    setting argument: String, rest: inout ArraySlice<String>, options: [ChapterOption]
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { $0.name == name }) else {
      let names = CommonOption.allCases.map(\.rawValue) + options.map(\.name)
      throw UsageError(
        unknown: "option", argument, nearest: name.nearest(among: names), seeAll: "--help")
    }
    let given = parts.count > 1 ? String(parts[1]) : rest.popFirst()
    guard let value = given, !value.isEmpty, parts.count > 1 || !value.hasPrefix("--") else {
      throw UsageError(description: "\(name) needs a value: \(name) \(option.placeholder)")
    }
    guard settings[name] == nil else {
      throw UsageError(description: "\(name) stands twice; give it one value")
    }
    if let complaint = option.complaint(value) { throw UsageError(description: complaint) }
    settings[name] = value
  }
}

extension UsageError {
  fileprivate init(unknown kind: String, _ name: String, nearest: String?, seeAll: String) {
    let hint = nearest.map { "the nearest is \($0), and " } ?? ""
    description = "there is no \(kind) \(name.debugDescription); \(hint)\(seeAll) shows all"
  }
}
