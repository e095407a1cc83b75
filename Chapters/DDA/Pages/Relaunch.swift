import Application
import DataAccess
import Foundation
import HTTP
import Observing
import Service
import Workbook

extension Page {
  static let relaunch = Page("relaunch", "Which name does the next launch show?") { transcript in
    let device = try Device(users: "Jake", in: transcript)
    let service = device.factory().users().recorded(in: transcript)
    await SettingController(service, userID: 1).enterAndWait("Taylor", in: transcript)
    device.rows.close()

    for line in try transcript.relaunch(over: device.database) {
      transcript.line("relaunch: \(line)")
    }
  }
}

extension ChildRole {
  /// The app at its next launch, over the database of an earlier launch. Its server answers every
  /// request with 404.
  static let nextLaunch = ChildRole("next-launch") { child in
    for path in child.arguments {
      let database = URL(filePath: path)
      let rows = try DataAccessFactory.users(at: database)
      if let rawModel = try rows.get(1) {
        child.say("dal: get \(rawModel.id) -> \(rawModel.name.value)")
      }
      let factory = ServiceFactory(
        rows, ServiceFactory.server(HTTPClient(server: InProcessServer())),
        pending: DataAccessFactory.pendingSaves(beside: database), deliveringOn: .workingThread)
      let view = GreetingView { child.say("view: shows \"\($0)\"") }
      view.show(UserProfile(try factory.users().user(1)))
      rows.close()
    }
  }
}

extension Transcript {
  func relaunch(over database: URL) throws -> [String] {
    let launch = try run(.nextLaunch, [database.path], as: "next launch")
    guard launch.isNormal else { throw LaunchError(errors: launch.errors) }
    return launch.lines
  }
}

struct LaunchError: Error, CustomStringConvertible, LocalizedError {
  let errors: String

  var description: String { "The second process ended abnormally. It printed: \(errors)" }

  var errorDescription: String? { description }
}
