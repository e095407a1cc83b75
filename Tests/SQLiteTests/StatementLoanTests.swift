import SQLite
import Testing

struct `A statement that is lent` {
  @Test
  func `cannot be swapped for another one`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let connection = try Connection.inMemory()
      try connection.prepared("SELECT 1") { one in
        try connection.prepared("SELECT 2") { two in swap(&one, &two) }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A statement was swapped for another one; use each in its own closure"))
  }
}
