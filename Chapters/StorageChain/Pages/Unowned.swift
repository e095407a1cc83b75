import Workbook

extension Page {
  static let unowned = Page(
    "unowned", "A provider that outlives its chain"
  ) { transcript in
    for version in ["as-written", "fixed"] {
      let ending = try transcript.run(.releasesTheChain, [version])
      let name = version.replacing("-", with: " ")
      transcript.line("\(name): child ended \(ending.manner)")
    }
  }
}
