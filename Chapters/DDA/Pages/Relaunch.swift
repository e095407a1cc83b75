import Application
import DataAccess
import Service
import Workbook

extension Page {
  static let relaunch = Page(
    "relaunch", "The next launch reads what the last one saved"
  ) { transcript in
    let device = try Device(users: "Jake")
    await SettingController(device.factory().users(), userID: 1).enterAndWait("Taylor")
    device.rows.close()

    for line in try transcript.relaunch(over: device.database) {
      transcript.line("relaunch: \(line)")
    }
  }
}
