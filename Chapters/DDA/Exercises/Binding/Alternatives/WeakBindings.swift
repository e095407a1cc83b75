import Exercising

/// Holds its bindings weakly: one that is gone is nil, without having said so.
final class ObservableName: LearnersName {
  fileprivate struct Seat {
    weak let binding: Binding?
    let ticket: Int
  }

  private var seats: [Seat] = []
  private var line: [(old: String, new: String, seats: [Seat])] = []
  private var ticket = 0

  init(_ name: String) { self.name = name }

  var name: String {
    didSet {
      line.append((oldValue, name, seats))
      guard line.count == 1 else { return }
      while let next = line.first {
        for seat in next.seats {
          seat.binding?.hear(.change(old: next.old, new: next.new), with: seat.ticket)
        }
        line.removeFirst()
      }
      seats.removeAll { $0.binding?.ticket != $0.ticket }
    }
  }

  fileprivate func seat(_ binding: Binding) {
    seats.append(Seat(binding: binding, ticket: binding.ticket))
  }
}

/// Each time it is bound it has another ticket; who calls with an old one comes too late.
final class Binding: LearnersBinding {
  private var handler: ((NameEvent) -> Void)?
  fileprivate private(set) var ticket = 0

  init() {}

  func bind(to name: ObservableName, _ handler: @escaping (NameEvent) -> Void) {
    unbind()
    ticket = Tickets.next()
    self.handler = handler
    name.seat(self)
    hear(.now(name.name), with: ticket)
  }

  func unbind() {
    ticket = 0
    handler = nil
  }

  fileprivate func hear(_ telling: NameEvent, with ticket: Int) {
    if ticket == self.ticket { handler?(telling) }
  }
}

private enum Tickets {
  nonisolated(unsafe) private static var last = 0

  static func next() -> Int {
    last += 1
    return last
  }
}
