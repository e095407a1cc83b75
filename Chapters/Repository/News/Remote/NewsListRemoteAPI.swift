/// Whoever can be asked for the list over a network.
protocol NewsListRemoteAPI: Sendable {
  /// - Throws: when there is no list to be had, with the reason.
  func requestNewsList() async throws -> [News]
}
