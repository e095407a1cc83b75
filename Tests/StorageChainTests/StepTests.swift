import Testing

/// Keeps a name, counts its reads, and calls its handlers after each change.
private final class Place {
  private var name: String?
  private var handlers: [() -> Void] = []
  private(set) var reads = 0
  /// Called at the beginning of the next `set`, once.
  var onSet: (() -> Void)?

  func get() -> String? {
    reads += 1
    return name
  }

  func set(_ name: String?) {
    let interruption = onSet
    onSet = nil
    interruption?()
    self.name = name
    for handler in handlers { handler() }
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }
}

/// Writes both places, and reads the first.
private struct Pair {
  let memory: Place
  let file: Place

  func get() -> String? { memory.get() }

  func set(_ name: String) {
    file.set(name)
    memory.set(name)
  }
}

/// Reads the file again when it has changed.
private final class FlaggedPair {
  private let memory: Place
  private let file: Place
  private var isChanged = true

  init(memory: Place, file: Place) {
    self.memory = memory
    self.file = file
    file.onChange { [weak self] in self?.isChanged = true }
  }

  func get() -> String? {
    if isChanged {
      memory.set(file.get())
      isChanged = false
    }
    return memory.get()
  }

  func set(_ name: String) {
    file.set(name)
    memory.set(name)
    isChanged = false
  }
}

/// Reads the file again after each report that it has not dealt with.
private final class CountingPair {
  private let memory: Place
  private let file: Place
  private var reported = 1
  private var dealtWith = 0

  init(memory: Place, file: Place) {
    self.memory = memory
    self.file = file
    file.onChange { [weak self] in self?.reported += 1 }
  }

  func get() -> String? {
    if dealtWith < reported {
      let latest = reported
      memory.set(file.get())
      dealtWith = latest
    }
    return memory.get()
  }

  func set(_ name: String) {
    let own = reported + 1
    file.set(name)
    memory.set(name)
    dealtWith = own
  }
}

/// A source that can be a level of a chain.
private protocol Level: AnyObject {
  func get() -> String?
  func set(_ name: String?)
  func onChange(_ handler: @escaping () -> Void)
}

extension Place: Level {}

/// A chain of two levels, which is a level too.
private final class LevelPair: Level {
  private let main: any Level
  private let underlying: any Level
  private var handlers: [() -> Void] = []
  private var reported = 1
  private var dealtWith = 0
  private var isWriting = false

  init(_ main: any Level, over underlying: any Level) {
    self.main = main
    self.underlying = underlying
    main.onChange { [weak self] in self?.passUp() }
    underlying.onChange { [weak self] in
      self?.reported += 1
      self?.passUp()
    }
  }

  func get() -> String? {
    if dealtWith < reported {
      let latest = reported
      writing { main.set(underlying.get()) }
      dealtWith = latest
    }
    return main.get()
  }

  func set(_ name: String?) {
    let own = reported + 1
    writing {
      underlying.set(name)
      main.set(name)
    }
    dealtWith = own
    passUp()
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  private func writing(_ body: () -> Void) {
    isWriting = true
    defer { isWriting = false }
    body()
  }

  private func passUp() {
    guard !isWriting else { return }
    for handler in handlers { handler() }
  }
}

struct `A chain in steps` {
  private let memory = Place()
  private let file = Place()

  @Test
  func `begins as two writes and one read`() {
    let pair = Pair(memory: memory, file: file)
    pair.set("Ann")
    file.set("Bob")
    let names = [pair.get(), file.get()]
    #expect(names == ["Ann", "Bob"])
  }

  @Test
  func `reads the file once after any number of changes`() {
    let chain = FlaggedPair(memory: memory, file: file)
    var names: [String?] = []
    file.set("Ann")
    names.append(chain.get())
    for name in ["Bob", "Cid", "Dan"] { file.set(name) }
    names.append(chain.get())
    names.append(chain.get())
    #expect(names == ["Ann", "Dan", "Dan"])
    #expect(file.reads == 2)
  }

  @Test
  func `loses a change that comes while it writes, as long as it has a flag`() {
    let chain = FlaggedPair(memory: memory, file: file)
    memory.onSet = { [file] in file.set("Bob") }
    chain.set("Ann")
    #expect(chain.get() == "Ann")
  }

  @Test
  func `finds a change that comes while it writes or reads by counting`() {
    let chain = CountingPair(memory: memory, file: file)
    memory.onSet = { [file] in file.set("Bob") }
    chain.set("Ann")
    #expect(chain.get() == "Bob")
    file.set("Cid")
    memory.onSet = { [file] in file.set("Dan") }
    let names = [chain.get(), chain.get()]
    #expect(names == ["Cid", "Dan"])
    let reads = file.reads
    #expect(chain.get() == "Dan")
    #expect(file.reads == reads)
  }

  @Test
  func `is a level of another chain`() {
    let database = Place()
    let chain = LevelPair(memory, over: LevelPair(file, over: database))
    var changes = 0
    chain.onChange { changes += 1 }
    database.set("Bob")
    var names = [chain.get(), file.get()]
    file.set("Cid")
    names += [chain.get(), database.get()]
    chain.set("Dan")
    names += [memory.get(), file.get(), database.get()]
    #expect(names == ["Bob", "Bob", "Cid", "Bob", "Dan", "Dan", "Dan"])
    #expect(changes == 3)
  }
}
