import Concurrency
import LayeredStorage
import Workbook

extension Page {
  static let cacheProvider = Page(
    "cache-provider", "One provider with a cache and a file"
  ) { transcript in
    let scratch = try ScratchFolder()
    try scratch.changeOutside(to: .ann)
    let file = StudentFileProvider(url: scratch.file)
    let studentData = DiskCacheProvider(
      StudentMemoryProvider().recorded(as: "cache", in: transcript),
      file.recorded(as: "file", in: transcript)
    ) { transcript.line($0) }
    func get(line: Int = #line) throws {
      try transcript.call("get", of: "studentData", returning: { "\($0)" }, line: line) {
        try studentData.getValue()
      }
    }

    try get()
    try get()
    try transcript.call("set Bob", of: "studentData") { try studentData.setValue(.bob) }

    let report = try ChangeReport(from: file)
    try scratch.changeOutside(to: .cid, in: transcript)
    try report.wait()
    transcript.line("file changed outside")
    try get()
  }
}

/// One class with three jobs: choosing between cache and file, accessing the cache, and accessing
/// the file. The chain is what remains after the second and third jobs move to providers.
final class DiskCacheProvider<
  Cache: SynchronizedDataProviding, File: SynchronizedDataProviding
>: Sendable where Cache.Value == File.Value {
  private let cache: Cache
  private let file: File
  private let isFileChanged: Locked<Bool>
  private let registration: ChangeRegistration
  private let say: @Sendable (String) -> Void

  init(_ cache: Cache, _ file: File, say: @escaping @Sendable (String) -> Void) {
    let isFileChanged = Locked(false)
    self.cache = cache
    self.file = file
    self.say = say
    self.isFileChanged = isFileChanged
    registration = file.valueBeModifiedHandlers.add { isFileChanged.withLock { $0 = true } }
  }

  func getValue() throws -> File.Value {
    if takeChange() {
      try cache.setValue(file.getValue())
      say("get: file read, cache write")
    } else if try cache.hasValue {
      say("get: cache hit")
    } else {
      try cache.setValue(file.getValue())
      say("get: cache miss, file read")
    }
    return try cache.getValue()
  }

  func setValue(_ newValue: File.Value) throws {
    try cache.setValue(newValue)
    try file.setValue(newValue)
    // Ignores the report of its own write, because the cache already has the value.
    _ = takeChange()
    say("set: cache write, file write")
  }

  /// Whether the file has changed since the last call.
  private func takeChange() -> Bool { isFileChanged.withLock { exchange(&$0, with: false) } }
}
