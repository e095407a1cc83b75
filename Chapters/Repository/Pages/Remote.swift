import Workbook

extension Page {
  static let remote = Page(
    "remote", "The list from the server, behind a protocol"
  ) { transcript in
    let client = try transcript.client(of: .withNews())
    let remote = HTTPNewsListRemoteAPI(client: client).logged(in: transcript)
    let repository = RemoteNewsListRepository(remoteDataSource: remote).recorded(in: transcript)

    let viewModel = NewsListViewModel(newsListRepository: repository).recorded(in: transcript)
    await viewModel.load()
    transcript.line(viewModel.shown)
  }
}
