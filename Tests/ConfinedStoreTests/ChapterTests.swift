import BuiltPrograms
import Testing
import ThreadConfinement
import Workbook

@testable import Chapter_ConfinedStore

/// What each page prints, to the letter.
private let pages: [(page: String, lines: String)] = [
  (
    page: "what-is-stored",
    lines: """
    raw model from JSON: 1 Ann
    viewModel.model.name Ann, viewModel.name Ann
    tables: ArtistViewModel
    tap 1: highlighted true
    relaunch: 1 Ann highlighted true
    """
  )
]

struct `The pages of the app` {
  @Test(arguments: pages)
  func `print what is documented`(page: String, lines: String) async {
    let printed = await Program.ConfinedStore.printed(by: [page])
    #expect(printed.output == lines + "\n")
    #expect(printed.complaints == "")
    #expect(printed.status == 0)
  }

  @Test
  func `are all here`() {
    let slugs = pages.map(\.page)
    #expect(Page.mvvm.map(\.slug) == slugs)
  }

  @Test
  func `are printed by the program as in the tests`() async throws {
    let inProcess = await Program.ConfinedStore.printed(by: [])
    let ending = try BuiltProgram("Chapter-ConfinedStore").run()
    #expect(ending.output == inProcess.output)
    #expect(ending.errors == "")
    #expect(ending.status == 0)
  }
}
