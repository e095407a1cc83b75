@main enum WorkbookCommand {
  static func main() {}
}
