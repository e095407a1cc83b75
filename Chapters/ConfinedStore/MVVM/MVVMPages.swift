import Workbook

extension Page {
  /// The pages about the app around the store, in their order.
  static let mvvm: [Page] = [
    .firstEntry, .refresh, .wrongThread, .lazyCollection, .orderedTasks, .taskInTask, .leaving,
    .whatIsStored, .merge, .bindData, .lastWork, .businessCycle,
  ]
}
