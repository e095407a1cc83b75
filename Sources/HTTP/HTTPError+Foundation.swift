import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPError.Reason {
  /// The reason that Foundation's error stands for.
  ///
  /// A connection that breaks in the middle of a body is error -1 on Linux and -1005 on macOS. An empty
  /// reply is -1011 on Linux and -1005 on macOS; a reply that is not HTTP is -1002 or -1 on Linux.
  ///
  /// - Parameters:
  ///   - error: what a data task ended with.
  ///   - hasBegun: whether status and headers had been received before.
  public init(_ error: any Error, hasBegun: Bool) {
    guard let error = error as? URLError else {
      self = .other((error as NSError).code)
      return
    }
    self =
      switch error.code {
      case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed: .offline
      case .cannotConnectToHost: .refused
      case .timedOut: .timeout
      case .cancelled: .cancelled
      case .httpTooManyRedirects: .redirectLoop
      case .networkConnectionLost, .unknown: hasBegun ? .truncated : .notHTTP
      case .badServerResponse, .cannotParseResponse, .unsupportedURL: .notHTTP
      default: .other(error.code.rawValue)
      }
  }

  /// The error with which the server inside the process fails a request, if Foundation has one.
  var urlError: URLError {
    switch self {
    case .offline: URLError(.notConnectedToInternet)
    case .refused: URLError(.cannotConnectToHost)
    case .timeout: URLError(.timedOut)
    case .truncated: URLError(.networkConnectionLost)
    case .notHTTP: URLError(.cannotParseResponse)
    case .redirectLoop: URLError(.httpTooManyRedirects)
    case .cancelled: URLError(.cancelled)
    case .status, .tooLarge, .redirectRefused, .other: URLError(.unknown)
    }
  }
}

extension HTTPError.Reason {
  /// What a code of `URLError` means in a few words; nil for a number that is not one.
  static func words(for code: Int) -> String? { words[code] }

  private static let words = Dictionary(
    uniqueKeysWithValues: wordsByCode.map { ($0.key.rawValue, $0.value) })

  private static let wordsByCode: [URLError.Code: String] = [
    .appTransportSecurityRequiresSecureConnection: "secure connection required",
    .backgroundSessionInUseByAnotherProcess: "session used by another process",
    .backgroundSessionRequiresSharedContainer: "session without a shared container",
    .backgroundSessionWasDisconnected: "session disconnected",
    .badServerResponse: "not an HTTP answer",
    .badURL: "invalid address",
    .callIsActive: "phone call in progress",
    .cancelled: "cancelled",
    .cannotCloseFile: "file cannot be closed",
    .cannotConnectToHost: "connection refused",
    .cannotCreateFile: "file cannot be created",
    .cannotDecodeContentData: "content cannot be decoded",
    .cannotDecodeRawData: "data cannot be decoded",
    .cannotFindHost: "no such host",
    .cannotLoadFromNetwork: "not in the cache",
    .cannotMoveFile: "file cannot be moved",
    .cannotOpenFile: "file cannot be opened",
    .cannotParseResponse: "not an HTTP answer",
    .cannotRemoveFile: "file cannot be removed",
    .cannotWriteToFile: "file cannot be written",
    .clientCertificateRejected: "client certificate rejected",
    .clientCertificateRequired: "client certificate required",
    .dataLengthExceedsMaximum: "body too large",
    .dataNotAllowed: "mobile data not allowed",
    .dnsLookupFailed: "no such host",
    .downloadDecodingFailedMidStream: "download cannot be decoded",
    .downloadDecodingFailedToComplete: "download cannot be decoded",
    .fileDoesNotExist: "no such file",
    .fileIsDirectory: "file is a folder",
    .httpTooManyRedirects: "redirected in a circle",
    .internationalRoamingOff: "roaming is off",
    .networkConnectionLost: "connection lost",
    .noPermissionsToReadFile: "no permission to read the file",
    .notConnectedToInternet: "offline",
    .redirectToNonExistentLocation: "redirect without an address",
    .requestBodyStreamExhausted: "request body used up",
    .resourceUnavailable: "resource unavailable",
    .secureConnectionFailed: "secure connection failed",
    .serverCertificateHasBadDate: "server certificate out of date",
    .serverCertificateHasUnknownRoot: "server certificate not trusted",
    .serverCertificateNotYetValid: "server certificate not yet valid",
    .serverCertificateUntrusted: "server certificate not trusted",
    .timedOut: "timeout",
    .unknown: "unknown error",
    .unsupportedURL: "unsupported address",
    .userAuthenticationRequired: "login required",
    .userCancelledAuthentication: "login cancelled",
    .zeroByteResource: "empty answer",
  ]
}
