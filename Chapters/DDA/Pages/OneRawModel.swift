import DataAccess
import Observing
import Service
import Workbook

extension Page {
  static let oneRawModel = Page(
    "one-raw-model", "One model for two layers, or one for each"
  ) { transcript in
    let device = try Device(users: "Jake", in: transcript) { _ in true }
    let user = try device.factory().users().recorded(in: transcript).user(1)
    transcript.line("shared: conversions \(device.conversionCount)")

    let other = try Device(users: "Jake", in: transcript) { _ in true }
    let layer = ConvertingUserService(rows: other.rows)
    let converted = try transcript.call("user \(user.id)", of: "layer") {
      try layer.user(user.id)
    }
    transcript.line(
      "one model per layer: conversions \(other.conversionCount + layer.conversionCount)")
    withExtendedLifetime(converted) {}
  }
}

/// A service with its own model type, to which it converts the rows that it reads.
private final class ConvertingUserService {
  struct ServiceUser {
    let id: Int64
    let name: String
  }

  private(set) var conversionCount = 0
  private let rows: any UserDataAccess

  init(rows: any UserDataAccess) { self.rows = rows }

  func user(_ id: Int64) throws -> ServiceUser? { try rows.get(id).map(convert) }

  private func convert(_ rawModel: UserRawModel) -> ServiceUser {
    conversionCount += 1
    return ServiceUser(id: rawModel.id, name: rawModel.name.value)
  }
}
