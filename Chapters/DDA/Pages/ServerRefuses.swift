import Application
import Concurrency
import DataAccess
import HTTP
import Observing
import Service
import Workbook

extension Page {
  static let serverRefuses = Page(
    "server-refuses", "What has to be undone when the server refuses?",
    parts: Device.layers
  ) { transcript in
    let device = try Device(users: "Jake", in: transcript)
    device.server.answer(.put, "/users/1/name", with: .status(500))
    let server = LoggedUserServer(
      server: ServiceFactory.server(HTTPClient(server: device.server)), transcript: transcript,
      printsRequests: false)
    let service = device.factory(server).users().recorded(in: transcript)

    let user = try service.user(1)
    let viewEvents = Locked(0)
    let view = GreetingView(in: transcript) { _ in viewEvents.withLock { $0 += 1 } }
    view.show(UserProfile(user))
    viewEvents.withLock { $0 = 0 }

    let setting = SettingController(service, userID: 1)
    let settingPrinter = setting.print(in: transcript)
    await setting.enterAndWait("Taylor", in: transcript)
    transcript.line("rawModel: name \(user.name.value)")
    transcript.line("view events \(viewEvents.withLock { $0 }), dal writes \(device.writeCount)")
    withExtendedLifetime((view, settingPrinter)) {}
  }
}
