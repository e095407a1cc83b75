import Application
import Concurrency
import HTTP
import Service
import Workbook

extension Page {
  static let servicesSwapped = Page(
    "services-swapped", "One screen over two services",
    parts: Device.storedLayers
  ) { transcript in
    let permissions = PermissionService(granting: [.gps, .push])
    let device = try Device(users: "Jake", in: transcript)
    let service = device.factory().users().recorded(in: transcript)
    let real = try await rename(over: service, transcript)
    transcript.line("real: \(real)")
    let inMemory = try await rename(
      over: ServiceFactory.usersInMemory("Jake").recorded(as: "in memory", in: transcript),
      transcript)
    transcript.line("in memory: \(inMemory)")

    for permission in Permission.allCases {
      let answer = await transcript.call(
        "\(permission)", of: "permissions", returning: { $0 }
      ) { await permissions.grants(permission) ? "granted" : "denied" }
      transcript.line("permission \(permission): \(answer)")
    }

    let gate = Gate()
    device.server.answer(.put, "/users/1/name", with: .status(500).held(by: gate))
    let outcome = OneShot<RenameOutcome>()
    let outcomeCount = Locked(0)
    service.modifyUserName("Zoe", of: 1) { result in
      outcomeCount.withLock { $0 += 1 }
      outcome.fulfill(result)
    }
    transcript.line("call returned before the answer: \(outcomeCount.withLock { $0 } == 0)")
    gate.open()
    _ = await outcome.value
  }

  /// The last text that a view shows over a service.
  @MainActor
  private static func rename(
    over service: any UserService, _ transcript: Transcript
  ) async throws -> String {
    let shown = Locked("")
    let view = GreetingView(in: transcript) { text in
      shown.withLock { $0 = "view: shows \"\(text)\"" }
    }
    view.show(UserProfile(try service.user(1)))
    await SettingController(service, userID: 1).enterAndWait("Taylor", in: transcript)
    return withExtendedLifetime(view) { shown.withLock { $0 } }
  }
}
