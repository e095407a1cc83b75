/// The list as the server has it, asked for at each reading.
struct RemoteNewsListRepository: NewsListRepository {
  let remoteDataSource: any NewsListRemoteAPI

  func readNewsList() async throws -> [News] {
    try await remoteDataSource.requestNewsList()
  }
}
