import Workbook

extension Page {
  static let momentsCold = Page(
    "moments-cold", "No request is sent before a subscription"
  ) { transcript in
    let server = MomentsServer(try .fixture())
    let storage = RecordingStorage(MemoryStorage())
    let repo = MomentsRepo(PersistentDataStore(ObservableValues(storage)), server)
    func count(_ moment: String) {
      let (calls, saves) = (server.requests.count, storage.keysWritten.count)
      transcript.line("\(moment): network calls \(calls), saves \(saves)")
    }

    let load = repo.getMoments(userID: "0")
    count("called")
    await load.ended()
    count("subscribed")
    await load.ended()
    count("subscribed again")
  }
}
