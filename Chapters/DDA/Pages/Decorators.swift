import DataAccess
import Service
import Workbook

extension Page {
  static let decorators = Page(
    "decorators", "Caching and measuring around a service"
  ) { transcript in
    let device = try Device(users: "Jake", "Ann", in: transcript) { $0 == .read }
    let measurements = Measurements()
    let service = device.factory().users(measuredBy: measurements) { service, name in
      service.recorded(as: name, in: transcript)
    }

    for _ in 1...2 {
      let readCount = device.readCount
      let user = try service.user(1)
      let source = device.readCount > readCount ? "dal read" : "cache"
      transcript.line("get \(user.id): \(source)")
    }
    _ = try service.loadAll()
    let calls = measurements.calls(of: "loadAll")
    transcript.line("measured: loadAll \(calls.count) call")
  }
}
