import Application
import Concurrency
import HTTP
import Observing
import Service
import Workbook

extension Page {
  static let validation = Page(
    "validation", "How far does an invalid name get?",
    parts: ["setting", "service", "server", "dal"]
  ) { transcript in
    let device = try Device(users: "Jake", in: transcript)
    let calls = Locked(0)
    let service = LoggedUserService(
      service: device.factory().users(), transcript: transcript,
      requested: { _ in calls.withLock { $0 += 1 } })
    let setting = SettingController(service, userID: 1)
    let settingPrinter = setting.print(in: transcript)

    setting.enter(" \n ", in: transcript)
    setting.enter("Taylor, Jake's sister", in: transcript)

    let (callCount, requestCount) = (calls.withLock { $0 }, device.server.requests.count)
    transcript.line(
      "service calls \(callCount), requests \(requestCount), dal writes \(device.writeCount)")
    settingPrinter.end()
  }
}
