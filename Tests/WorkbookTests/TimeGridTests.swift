import Testing

@testable import Workbook

extension Transcript {
  /// Sends a value to observers of these names.
  fileprivate func send(_ value: Mark, to observers: String...) {
    sending(value) { for observer in observers { receives(value, in: observer) } }
  }
}

@Suite(.serialized)
struct `A marble diagram` {
  @Test
  func `has a column per send or subscription`() {
    let lines = drawing(.marbles) { page in
      page.send(.value("1"))
      page.subscribing("observer1") {}
      page.send(.value("2"), to: "observer1")
      page.subscribing("observer2") {}
      page.send(.value("3"), to: "observer1", "observer2")
      page.send(.completed, to: "observer1", "observer2")
      page.send(.value("4"))
    }
    #expect(
      lines == [
        "sent        1-----2-----3--|--4",
        "observer1      ^--2-----3--|",
        "observer2            ^--3--|",
      ])
  }

  @Test
  func `puts replayed values into the column of the subscription`() {
    let lines = drawing(.marbles) { page in
      page.send(.value("1"))
      page.send(.value("2"))
      page.subscribing("late") {
        page.receives(.value("1"), in: "late")
        page.receives(.value("2"), in: "late")
      }
      page.send(.value("3"), to: "late")
      page.send(.error("boom"), to: "late")
      page.subscribing("later") {
        page.receives(.value("2"), in: "later")
        page.receives(.error("boom"), in: "later")
      }
      page.subscribing("last") { page.receives(.completed, in: "last") }
    }
    #expect(
      lines == [
        "sent    1--2---------3--X",
        "late          ^(12)--3--X",
        "later                      ^(2X)",
        "last                              ^|",
      ])
  }

  @Test
  func `lines up when values are wider than a column`() {
    let lines = drawing(.marbles) { page in
      page.subscribing("a") {}
      page.send(.value("cached"), to: "a")
      page.subscribing("observer") {
        page.receives(.value("cached"), in: "observer")
        page.receives(.value("x"), in: "observer")
      }
      page.send(.value("fresh"), to: "a", "observer")
      page.send(.value("-"), to: "a", "observer")
      page.send(.completed, to: "a", "observer")
    }
    #expect(
      lines == [
        "a          ^--cached---------------fresh-----|",
        "sent          cached---------------fresh-----|",
        "observer              ^(cached,x)--fresh-----|",
      ])
  }

  @Test
  func `draws overlapping observers, disposals and remaining observers`() {
    let lines = drawing(.marbles) { page in
      page.part("sent")
      page.subscribing("first") {}
      page.subscribing("second") {}
      page.send(.value("1"), to: "first", "second")
      page.record(.dispose, to: "first")
      page.record(.dispose, to: "first")
      page.send(.value("2"), to: "second")
      page.subscribing("third") {}
      page.sending(.value("3")) {
        page.receives(.value("3"), in: "second")
        page.record(.dispose, to: "second")
        page.receives(.value("3"), in: "third")
      }
      page.send(.value("4"), to: "third")
    }
    #expect(
      lines == [
        "sent           1-----2-----3---4",
        "first    ^-----1--!",
        "second      ^--1-----2-----3!",
        "third                   ^--3---4--",
      ])
  }

  @Test
  func `gives disposals that follow each other one column`() {
    let lines = drawing(.marbles) { page in
      page.subscribing("a") {}
      page.subscribing("b") {}
      page.record(.dispose, to: "a")
      page.record(.dispose, to: "b")
      page.subscribing("c") {}
      page.record(.dispose, to: "c")
      page.record(.dispose, to: "unknown")
    }
    #expect(lines == ["a   ^-----!", "b      ^--!", "c            ^--!"])
  }

  @Test
  func `distinguishes nested sends`() {
    let lines = drawing(.marbles) { page in
      page.subscribing("a") {}
      page.subscribing("b") {}
      page.sending(.value("1")) {
        page.receives(.value("1"), in: "a")
        page.sending(.value("2")) {
          page.receives(.value("2"), in: "a")
          page.receives(.value("2"), in: "b")
        }
        page.receives(.value("1"), in: "b")
      }
    }
    #expect(lines == ["a      ^-----1--2--", "b         ^--1--2--", "sent         1--2"])
  }

  @Test
  func `draws an event outside any send in a separate column`() {
    let lines = drawing(.marbles) { page in
      page.subscribing("a") {}
      page.receives(.value("1"), in: "a")
      page.receives(.completed, in: "a")
    }
    #expect(lines == ["a   ^--1--|"])
  }

  @Test
  func `of nothing is empty`() {
    let transcript = Transcript { _ in }
    transcript.part("sent")
    #expect(Picture.marbles.lines(of: transcript.recording, with: .ascii) == [])
    #expect(Picture.sequence.lines(of: Recording(), with: .ascii) == [])
  }
}

extension `A picture` {
  @Test
  func `of versions has a row for each reader`() {
    let lines = drawing(.versions) { page in
      page.record(.open, "1", to: "A")
      page.record(.read, "count 0", to: "A")
      page.record(.open, "1", to: "B")
      page.record(.commit, "2", to: "B")
      page.record(.release, to: "B")
      page.record(.read, "count 0", to: "A")
      page.record(.pin, "2", to: "A")
      page.record(.read, "count 1", to: "A")
    }
    #expect(
      lines == ["A   ^1--count 0-------------count 0--2--count 1--", "B                ^1--+2--!"])
  }

  @Test
  func `of versions shows what observers receive`() {
    let lines = drawing(.versions) { page in
      page.subscribing("observer") {}
      page.record(.commit, "1", to: "store")
      page.receives(.value("insert [0]"), in: "observer")
      page.record(.dispose, to: "observer")
      page.record(.commit, "2", to: "store")
    }
    #expect(lines == ["observer   ^------insert [0]--!", "store         +1-----------------+2"])
  }
}
