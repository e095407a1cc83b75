import Application
import DataAccess
import HTTP
import Observing
import Service
import Workbook

extension Page {
  static let rename = Page(
    "rename", "Which parts does a new name pass, and in which order?",
    parts: Device.layers
  ) { transcript in
    let device = try Device(users: "Jake", in: transcript)
    let saving = device.rows.observe(on: .workingThread) { [rows = device.rows] event in
      guard case .update(let id) = event, let row = try? rows.get(id) else { return }
      transcript.step("dal", "update user \(id) name \(row.name.value)")
    }
    let server = ServiceFactory.server(HTTPClient(server: device.server))
    let service = LoggedUserService(
      service: device.factory(LoggedUserServer(server: server, transcript: transcript)).users(),
      transcript: transcript,
      requested: { transcript.line("service: modifyUserName \($0)") },
      ended: { if $0 == .saved { transcript.line("dal: saved") } })

    let user = try service.user(1)
    let rawModel = user.name.observe { name in
      transcript.step("rawModel", "name \(name.old) -> \(name.new)", from: "service")
    }
    let profile = UserProfile(user)
    let viewModel = profile.title.observe {
      transcript.step("viewModel", "title \($0.new)", from: "rawModel")
    }
    let view = GreetingView(in: transcript) { transcript.line("view: shows \"\($0)\"") }
    view.show(profile)

    let setting = SettingController(service, userID: 1)
    let settingPrinter = setting.print(in: transcript, saysValid: true)
    transcript.line("setting: newName Taylor")
    await setting.enterAndWait("Taylor", in: transcript)
    withExtendedLifetime((saving, rawModel, viewModel, view, settingPrinter)) {}
  }
}
