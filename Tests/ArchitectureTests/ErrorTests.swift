import Foundation
import Markdown
import Terminal
import TestSupport
import Testing

@testable import Application
@testable import Book
@testable import Chapter_ConfinedStore
@testable import Chapter_DDA
@testable import Chapter_Repository
@testable import Chapter_StorageChain
@testable import Classroom
@testable import DataAccess
@testable import Exercising
@testable import Grading
@testable import HTTP
@testable import LayeredStorage
@testable import MiniRx
@testable import Processes
@testable import SQLite
@testable import Service
@testable import Subcommands
@testable import ThreadConfinement
@testable import Workbook

@Suite(.blocking)
struct `An error` {
  /// An error of each nonprivate type, and a word that its description must contain.
  private static let samples: [(error: any Error, cause: String)] = {
    let file = URL(filePath: "/news.json")
    let request = HTTPError(request: "GET http://news", reason: .status(500))
    let database = DatabaseError.noRow(sql: "SELECT 1")
    return [
      (RxError.disposed(object: "PublishSubject"), "PublishSubject"),
      (request, "500"),
      (database, "SELECT 1"),
      (DatabaseError.notRemoved(path: "/a.sqlite", reason: "no right"), "no right"),
      (SystemError.diskFull, "No space"),
      (MemoryProvider<Int>.NoValue(), "memory"),
      (StoredValueError.notEncodable(details: "not a number"), "not a number"),
      (FileProviderError(path: "/a.json", cause: .cannotRead(.noPermission)), "/a.json"),
      (SQLiteProviderError.value(.notFound, path: "/a.sqlite", key: "ann"), "ann"),
      (ConfinedStore.Failure.duplicateKey(type: "Artist", key: "7"), "Artist"),
      (StandardStream.Failure.failed("No space left"), "No space left"),
      (UsageError("there is no page “x”"), "there is no page"),
      (TemporaryDirectoryError(file, .EROFS), "set TMPDIR"),
      (ChildProcess.Failure(role: "store", code: .EMFILE), "raise the limit"),
      (ScratchError(TemporaryDirectoryError(file, .EROFS)), "set TMPDIR"),
      (SceneFailure("no step is called “jump”"), "jump"),
      (ProviderError.full, "full"),
      (StudentFileError.notAStudent, "student"),
      (DataProblem("offline"), "offline"),
      (UserFailure.missing("names.full"), "names.full"),
      (AlreadyResolved(), "already resolved"),
      (SQLRefusal("no such table: user"), "no such table"),
      (NotSaved(reason: "the disk is full"), "the disk is full"),
      (ClassInputError("roster.csv", line: 2, "has no due date"), "line 2"),
      (MarkdownError(path: "Docs/A.md", line: 7, problem: "an image"), "Docs/A.md:7"),
      (GradingError.noCompiler, "swiftc"),
      (CompilerError(message: "Exercise.swift:1: error: odd"), "odd"),
      (SubmittedFile.Refusal(verdict: .build, sentence: "The file is empty."), "empty"),
      (Player.Problem.invalid("no step is called “jump”"), "jump"),
      (FileError(path: "/a.swift", attempt: .read, reason: .noPermission), "/a.swift"),
      (FileError(path: "/a", attempt: .written, reason: .busy), "choose a folder inside it"),
      (NewsListFormatError(url: file, reason: "no array"), "no array"),
      (NewsListStoreError(reason: .corrupt, place: file), "news.json"),
      (NothingToShow(problems: [request]), "500"),
      (DIContainer.NotRegistered(service: "NewsStore"), "NewsStore"),
      (UserDefaultsStorage.Failure(description: "moments"), "moments"),
      (PersistentDataStoreError(failure: .read, key: "moments", reason: "no right"), "no right"),
      (MomentsSessionError.failed(request), "500"),
      (ServerAddressError(text: "localhost"), "localhost"),
      (ChangeReport.Missing(), "change"),
      (NoRoom(), "full"),
      (StudentFile.Failure.missing, "no file"),
      (DataAccessError(.userExists(7)), "7"),
      (UserServiceError.noUser(id: 7), "7"),
      (NewName.ValidationError.tooLong(count: 21), "21"),
      (LaunchError(errors: "trap"), "trap"),
      (NetworkService.Failure.request(request), "500"),
    ]
  }()

  @Test
  func `has a sentence that names its cause`() {
    let wrong = Self.samples.filter { error, cause in
      let text = error.localizedDescription
      return !text.contains(cause) || text.contains("operation could")
    }
    #expect(wrong.map { "\($0.error.localizedDescription) (\($0.cause))" } == [])
  }

  @Test
  func `of every nonprivate type is tested`() throws {
    let package = try PackageDescription.loaded.get()
    let targets = package.targets.filter { target in
      ["Sources/", "Chapters/"].contains(where: "\(target.folder)/".hasPrefix)
        && !target.name.hasPrefix("Exercise-")
    }
    var declared: Set<String> = []
    for target in targets {
      for file in try SourceFile.all(of: target) {
        declared.formUnion(file.errorTypes.map { "\(target.module).\($0)" })
      }
    }
    let covered = Set(
      Self.samples.map { sample in
        let name = String(reflecting: type(of: sample.error)).replacing(/<[^>]*>/, with: "")
        let parts = name.split(separator: ".")
        return "\(parts[0]).\(parts[parts.count - 1])"
      })
    #expect(declared.subtracting(covered) == [])
    #expect(covered.subtracting(declared) == [])
  }
}

extension SourceFile {
  /// The names of the nonprivate types that conform to `Error` in their declaration.
  fileprivate var errorTypes: [Substring] {
    let declaration =
      /^\s*(?:(?:public|package|internal|indirect|final)\s+)*(?:struct|enum|class)\s+(\w+)(?:<[^>]*>)?\s*:\s*([^{]*)\{/
    guard text.holds("Error") else { return [] }
    // Other lines are skipped first, because matching a regular expression is slow.
    let lines = lines.filter { line in
      line.holds("Error") && ["struct ", "enum ", "class "].contains(where: line.holds)
    }
    return lines.compactMap { line in
      guard let match = line.firstMatch(of: declaration)?.output else { return nil }
      let types = match.2.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      let errors = ["Error", "Swift.Error", "BriefError"]
      return types.contains(where: errors.contains) ? match.1 : nil
    }
  }
}
