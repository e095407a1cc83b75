/// An operation beside its physical limit, and the ratio that it must not exceed.
struct Comparison: Sendable {
  /// What is measured, in a few words.
  let name: String
  /// What it is measured against.
  let reference: String
  /// The highest ratio that is accepted.
  let limit: Double
  /// Whether it takes part in every round however long it is, because the disk makes its times differ.
  var isUnsteady = false
  /// Makes both workloads, with all they need, just before they are measured.
  let prepare: @Sendable () -> (subject: Workload, reference: Workload)
}
