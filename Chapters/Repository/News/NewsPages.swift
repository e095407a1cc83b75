import Workbook

extension Page {
  /// The pages about the news list.
  static let news: [Page] = [
    .noRepository, .remote, .database, .fake, .cached, .cachedAsWritten, .injection, .swapTheStore,
    .backendChange, .genericRepository, .failures, .reload,
  ]
}
