internal import Exercising

extension Exercise {
  static let fileProvider: Exercise = .init(
    "FileProvider", chapter: "StorageChain", title: "One student in one file",
    solution: FileProviderScene<FileProvider>.self,
    checks: [
      Check("A value that was set is in the file, for the next launch too") { random in
        random.students().script(
          "open student.json; get; set s1; look; get; set s2; get; relaunch; get; set s3; set s1",
          "look")
      },
      Check("Each read reads the file, which other programs write too", needs: [1]) { random in
        random.students().script(
          "open student.json; set s1; get; outside s2; get; outside s3; get; outside nil; get",
          "set s4; get")
      },
      Check("Folders are made when they are needed, and nil removes the file", needs: [1]) {
        random in
        random.students().script(
          "open \(random.one(of: "school/class", "north/school/class", "a/b/c"))/student.json; get",
          "set nil; look; set s1; look; set nil; look; get; set nil; set s2; get")
      },
      Check("The file is replaced as a whole", needs: [1]) { random in
        random.students().script(
          "open student.json; set s1; hold; set s2; read-held; look; hold; set nil; read-held",
          "look; set s3; look")
      },
      Check(
        "Content that is not a student is an error, and a failed write changes nothing", needs: [1]
      ) { random in
        do {
          let cast = random.students()
          let kinds = ["half", "empty", "list", "rubbish"].shuffled(using: &random)
          cast.script(
            "open student.json; set s1", kinds.steps { "spoil \($0); get" }, "relaunch; get",
            "set s2; get; lock; get")
        }
        let cast = random.students()
        let name = random.people(1)[0]
        cast.script("open student.json; set s1; set \(name) nan; look; get; set s2; get")
        cast.script(
          "open \(random.one(of: "school/class", "a/b/c"))/student.json; set \(name) nan; look",
          "set s1; get")
        cast.script("open student.json; folder; get; set s3; look; set nil; look")
      },
    ],
    misconceptions: [
      Misconception("a-corrupt-file-is-nil") {
        $0.expected == ["error: not a student"] && $0.actual == ["got nil"]
      },
      Misconception("writes-into-the-file", at: "read-held") { difference in
        difference.stepBefore != "set nil" && difference.actual.first != difference.expected.first
      },
      Misconception("caches-instead-of-reading", at: "get") { difference in
        difference.stepBefore.hasPrefix("outside ")
          && difference.actual.prefix(1).has(prefix: "got ")
      },
      Misconception("removes-the-file-first", at: "look") { difference in
        difference.actual.first == "no file" && difference.expected.prefix(1).has(prefix: "file: ")
      },
    ])
}

extension SeededGenerator {
  /// Different names with different marks, such as `ann 2.7` for `s1`.
  fileprivate mutating func students() -> Cast {
    let marks = (10...39).shuffled(using: &self)
    let students = zip(people(4), marks).map { "\($0) \($1 / 10).\($1 % 10)" }
    return Cast(words: Dictionary(uniqueKeysWithValues: zip(["s1", "s2", "s3", "s4"], students)))
  }
}
