internal import Concurrency
package import Foundation
internal import Processes
package import Terminal

extension Chapter {
  /// Runs the program and ends the process. It is synchronous, so that main thread, main queue and
  /// main actor are one: an asynchronous `main` leaves the main thread at its first suspension.
  public static func main() {
    #if os(Linux)
      // Before any thread starts: a session would create cache and cookie folders.
      for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME"] { setenv(name, "/dev/null", 1) }
    #endif
    let arguments = Array(CommandLine.arguments.dropFirst())
    StandardStream.prepareAll()
    if let reason = OpenFileLimit.raise(to: 64) {
      try? StandardStream.error.write("\(programName): \(reason)\n")
      exit(ExitStatus.cannotWrite.rawValue)
    }
    Interruption.ofThisProcess.handle { number in
      cleanUp()
      Interruption.endProcess(by: number)
    }
    playRole(arguments)
    RunFolder.removeStale()
    Task { @MainActor in
      let status = await run(
        arguments, on: .standard { Interruption.ofThisProcess.blockIfSignalled() })
      Interruption.ofThisProcess.blockIfSignalled()
      Workspace.ofThisProcess.remove()
      Interruption.ofThisProcess.leave(status.rawValue)
    }
    RunLoop.main.run()
  }

  static func cleanUp() {
    LivingChildren.ofThisProcess.killAll()
    Workspace.ofThisProcess.remove()
  }

  /// Runs a command line. Returns 0, 1 if a page failed, 64 for an invalid command line, 74 if
  /// standard output, temporary files or the file of a recording cannot be written.
  @MainActor
  package static func run(
    _ arguments: [String], on console: Console,
    program: URL = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
  ) async -> ExitStatus {
    let request: Request
    do {
      request = try Request(arguments, slugs: pages.map(\.slug), options: options)
    } catch {
      console.complain("\(programName): \(error)")
      return .usage
    }
    let output = Output(console)
    var status = ExitStatus.success
    if request.help.isGiven {
      for line in helpLines + request.optionLines { output.line(line) }
    } else if request.list.isGiven {
      for line in listLines { output.line(line) }
    } else if request.predict.isGiven && console.ask == nil {
      console.complain(
        "\(programName): --predict asks at a terminal, and standard input or output is not one; "
          + "leave --predict out to print the lines")
      return .usage
    } else {
      status = await run(request, on: console, to: output, program: program)
    }
    guard case .failed(let reason) = output.failure else { return status }
    console.complain("\(programName): standard output cannot be written: \(reason)")
    return .cannotWrite
  }

  /// Runs the requested pages. If a page fails, the next one runs.
  @MainActor
  private static func run(
    _ request: Request, on console: Console, to output: Output, program: URL
  ) async -> ExitStatus {
    let chosen =
      request.slugs.isEmpty
      ? pages : request.slugs.compactMap { slug in pages.first { $0.slug == slug } }
    let waits = Locked(request.step.isGiven && console.ask != nil)
    if waits.withLock({ $0 }) { console.complain("Return shows the next line.") }
    let prediction =
      request.predict.isGiven ? Prediction(on: console, pages: pages, program: program) : nil
    var recordings: [String] = []
    var status = ExitStatus.success
    for (index, page) in chosen.enumerated() where output.failure == nil {
      if index > 0 { output.line("") }
      if chosen.count > 1 { output.heading("--- \(page.slug) ---") }
      let transcript = Transcript(
        settings: request.settings, program: program, threadName: { threadName }
      ) { line in
        guard prediction == nil else { return }
        if waits.withLock({ $0 }), output.failure == nil, console.ask?("") == nil {
          waits.withLock { $0 = false }
        }
        output.line(line)
      }
      var failure: (any Error)?
      do { try await page.run(printingTo: transcript) } catch { failure = error }
      let recording = transcript.recording
      await prediction?.play(recording.lines, of: page, to: output)
      if let error = failure as? ScratchError {
        console.complain("\(programName): \(error)")
        return .cannotWrite
      } else if let error = failure {
        console.complain("\(programName): \(page.slug): error: \(error)")
        status = .failure
      }
      if request.draw.isGiven { draw(recording, of: page, to: output, console) }
      guard request.record.value != nil else { continue }
      do {
        let laboratory = try page.laboratory?.record()
        let chapter = programName.replacing("Chapter-", with: "")
        recordings.append(
          RecordedPage(recording, of: page, in: chapter, laboratory: laboratory).json)
      } catch {
        console.complain("\(programName): \(page.slug): error: \(error)")
        return .failure
      }
    }
    prediction?.finish()
    guard let file = request.record.value, output.failure == nil else { return status }
    return write(recordings, to: file, console) ? status : .cannotWrite
  }

  private static func draw(
    _ recording: Recording, of page: Page, to output: Output, _ console: Console
  ) {
    let picture = page.picture ?? Picture(of: recording)
    output.line("")
    let glyphs = console.isUnicode ? LineGlyphs.unicode : .ascii
    for line in picture.lines(of: recording, width: console.columns(), with: glyphs) {
      output.line(line)
    }
  }

  /// Writes one recording as an object, or several as an array. Returns whether it could.
  private static func write(_ recordings: [String], to file: String, _ console: Console) -> Bool {
    let text = recordings.joined(separator: ",\n")
    let data = Data((recordings.count == 1 ? text + "\n" : "[\n\(text)\n]\n").utf8)
    // A device, a pipe or a link stays. A file is replaced only by a complete recording.
    let url = URL(filePath: file).resolvingSymlinksInPath()
    let isRegular = try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
    let old = try? FileManager.default.attributesOfItem(atPath: url.path)
    do {
      try data.write(to: url, options: isRegular == false ? [] : .atomic)
      if isRegular == true, let mode = old?[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
      }
      return true
    } catch {
      let reason = String(cString: strerror(POSIXErrorCode(causing: error).rawValue))
      console.complain("\(programName): \(file) cannot be written: \(reason); choose another path")
      return false
    }
  }
}
