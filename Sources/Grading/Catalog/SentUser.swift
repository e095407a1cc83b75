/// A user in a script, and what the two backends send about it.
struct SentUser {
  let name: String
  let age: Int
  let nickname: String
  /// Seeds the order of the keys in the user's answers.
  let order: UInt64
}

extension SeededGenerator {
  mutating func user(named name: String? = nil) -> SentUser {
    let (first, last) = (names(1)[0], people(1)[0])
    return SentUser(
      name: name ?? first, age: Int.random(in: 18...80, using: &self),
      nickname: "\(last)\(one(of: "y", "chen", "o"))", order: next())
  }
}

extension SentUser {
  /// The paths of the values in a backend's answer that a script may leave out or replace.
  static func places(_ version: Int) -> [String] {
    version == 1
      ? ["name", "age", "nickname"] : ["names", "names.full", "names.short", "years"]
  }

  /// The step that sets a backend's answer, `user 1 {"name":…}`, with the value at a path replaced.
  func answer(_ version: Int, at path: String? = nil, other: String? = nil) -> String {
    "user \(version) \(body(version, at: path, other: other))"
  }

  /// The steps that set answers, each with one value of the wrong type.
  func answersOfOtherKinds(_ version: Int) -> [String] {
    Self.places(version).map { path in
      let other = ["age": "\"\(age)\"", "years": "\"\(age)\"", "names": "[]"][path]
      return answer(version, at: path, other: other ?? "\(age)")
    }
  }

  fileprivate func body(_ version: Int, at path: String?, other: String?) -> String {
    let (name, nickname) = ("\"\(name)\"", "\"\(nickname)\"")
    if version == 1 {
      let values = [("name", name), ("age", "\(age)"), ("nickname", nickname)]
      return object(values, "", path, other)
    }
    let names = object([("full", name), ("short", nickname)], "names.", path, other)
    return object([("names", names), ("years", "\(age)")], "", path, other)
  }

  private func object(
    _ values: [(key: String, value: String)], _ prefix: String, _ path: String?, _ other: String?
  ) -> String {
    var random = SeededGenerator(seed: order)
    let fields = (values + [("since", "20\(age)")]).compactMap { field -> String? in
      guard prefix + field.key == path else { return "\"\(field.key)\":\(field.value)" }
      return other.map { "\"\(field.key)\":\($0)" }
    }
    return "{\(fields.shuffled(using: &random).joined(separator: ","))}"
  }
}

extension [SentUser] {
  /// The step that sets the answer of backend 1 or 2: `friends 1 [{"name":…}]`. The value at a path
  /// is missing or replaced in the user with the index `place`.
  func answer(
    _ version: Int, place: Int? = nil, at path: String? = nil, other: String? = nil
  ) -> String {
    let users = enumerated().map { $1.body(version, at: $0 == place ? path : nil, other: other) }
    let list = "[\(users.joined(separator: ","))]"
    return "friends \(version) \(version == 1 ? list : "{\"friends\":\(list)}")"
  }
}
