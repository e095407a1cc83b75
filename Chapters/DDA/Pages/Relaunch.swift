import Application
import DataAccess
import Service
import Workbook

extension Page {
  static let relaunch = Page(
    "relaunch", "Which name does the next launch show?"
  ) { transcript in
    let device = try Device(users: "Jake", in: transcript)
    let service = device.factory().users().recorded(in: transcript)
    await SettingController(service, userID: 1).enterAndWait("Taylor", in: transcript)
    device.rows.close()

    for line in try transcript.relaunch(over: device.database) {
      transcript.line("relaunch: \(line)")
    }
  }
}
