import Workbook

extension Page {
  /// The pages about Moments.
  static let moments: [Page] = [
    .momentsFirstLoad, .momentsRelaunch, .momentsLike, .momentsFailedCall, .momentsCold,
    .momentsSwapTheStore,
    .momentsOneKey, .momentsCorrupt, .momentsStoreEnds, .momentsLateAnswer,
  ]
}
