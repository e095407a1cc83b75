@main
enum Benchmarks {
  static func main() {
    for comparison in Comparison.subjects + Comparison.layeredStorage {
      let (subject, reference) = comparison.prepare()
      let r = Stopwatch.compare(
        subject, with: reference, rounds: 41, roundDuration: .milliseconds(4))
      print(
        comparison.name, comparison.reference, r.subject, r.reference, "ratio", r.ratio, "limit",
        comparison.limit, r.ratio <= comparison.limit ? "ok" : "MISS")
    }
  }
}
