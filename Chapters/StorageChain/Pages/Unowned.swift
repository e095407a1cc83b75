import Workbook

extension Page {
  static let unowned = Page(
    "unowned", "A provider that outlives its chain", drawnAs: .sequence
  ) { transcript in
    for version in ["as-written", "fixed"] {
      let name = version.replacing("-", with: " ")
      let ending = try transcript.run(.releasesTheChain, [version], as: name)
      transcript.line("\(name): child ended \(ending.manner)")
    }
  }
}
