import Workbook

extension Page {
  static let remote = Page(
    "remote", "The list from the server, behind a protocol"
  ) { transcript in
    let client = try transcript.client(of: .withNews())
    let remote = RecordedNewsListRemoteAPI(
      HTTPNewsListRemoteAPI(client: client), line: transcript.line)
    let repository = RemoteNewsListRepository(remoteDataSource: remote)

    let viewModel = NewsListViewModel(newsListRepository: repository)
    await viewModel.load()
    transcript.line(viewModel.shown)
  }
}
