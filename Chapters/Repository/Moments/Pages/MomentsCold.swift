import Workbook

extension Page {
  static let momentsCold = Page(
    "moments-cold", "One call, and two subscriptions to what it returns",
    parts: ["repo", "server", "store"]
  ) { transcript in
    let server = MomentsServer(try .fixture(), in: transcript)
    let storage = RecordingStorage(MemoryStorage(), as: "store", in: transcript)
    let repo = MomentsRepo(PersistentDataStore(ObservableValues(storage)), server)
    func count(_ moment: String) {
      let (calls, saves) = (server.requests.count, storage.keysWritten.count)
      transcript.line("\(moment): network calls \(calls), saves \(saves)")
    }

    let load = transcript.call("getMoments", of: "repo") { repo.getMoments(userID: "0") }
    count("called")
    await load.ended("subscribe", in: transcript, printing: false)
    count("subscribed")
    await load.ended("subscribe", in: transcript, printing: false)
    count("subscribed again")
  }
}
