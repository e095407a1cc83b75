package import Terminal

package struct BookCommand: Subcommand {
  package static let summary = "build a web site of the chapters, to read offline"
  package static let explanation =
    "Builds a web site from the chapters and the other documents. It opens from the disk or from "
    + "any static file server and needs no network. It is written to the --to folder, by default "
    + ".build/book, and replaces an older site there; a --to folder with anything else in it is "
    + "refused. With --check nothing is written: links, anchors, console blocks, requests and "
    + "sizes are checked, and the command ends with status 1 if one of them is wrong."

  package let to = Option.to
  package let check = Flag(
    "--check",
    help: "check the site instead of writing it: links, console blocks, requests, sizes")

  package init() {}

  package func validate() throws(UsageError) {
    if check.isGiven, to.value != nil {
      throw UsageError("--check writes nothing; leave out --check or --to")
    }
  }

  package func run(in context: CommandContext) throws -> ExitStatus {
    try context.environment.teach(self, context)
  }
}
