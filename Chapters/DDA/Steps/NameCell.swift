import Workbook

/// Updates of views, which run later, in order; stands for the main queue.
final class Updates {
  private var waiting: [() -> Void] = []

  func add(_ update: @escaping () -> Void) { waiting.append(update) }

  func run() {
    let updates = waiting
    waiting = []
    for update in updates { update() }
  }
}

/// A cell of a list, which shows one name after another.
final class NameCell {
  private let updates: Updates
  private let show: (String) -> Void
  private var watch: Watch?
  private var number = 0

  init(_ updates: Updates, show: @escaping (String) -> Void) {
    self.updates = updates
    self.show = show
  }

  func bind(to name: LiveName) {
    number += 1
    watch = name.watch { [weak self, updates, number] text in
      updates.add { self?.update(text, of: number) }
    }
  }

  private func update(_ text: String, of number: Int) {
    guard number == self.number else { return }
    show(text)
  }
}

extension Page {
  static let nameCell = Page("name-cell", "A cell is bound again before an update") { transcript in
    let updates = Updates()
    let cell = NameCell(updates) { transcript.line("cell: \($0)") }
    let (jake, ann) = (LiveName("Jake"), LiveName("Ann"))
    cell.bind(to: jake)
    updates.run()
    jake.text = "Taylor"
    cell.bind(to: ann)
    updates.run()
  }
}
