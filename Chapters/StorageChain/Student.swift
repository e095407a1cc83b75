/// The value that the next launch gets back.
struct Student: Codable, Sendable, Equatable {
  var id: String
  var name: String
  var age: Int
}

extension Student {
  static let nobody = Student("nobody")
  static let ann = Student("Ann")
  static let bob = Student("Bob")
  static let cid = Student("Cid")
  static let dan = Student("Dan")

  /// A student with a name and any other values.
  init(_ name: String) { self.init(id: name.lowercased(), name: name, age: 20) }
}

extension Student: CustomStringConvertible {
  var description: String { name }
}
