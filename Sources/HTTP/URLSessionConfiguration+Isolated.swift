internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension URLSessionConfiguration {
  /// A configuration without cookies, cache or credentials, so that sessions share no state.
  static var isolated: URLSessionConfiguration {
    let configuration = ephemeralInMemory
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // Longer than any limit of the client, whose own clock enforces it.
    configuration.timeoutIntervalForRequest = 86_400
    return configuration
  }

  /// An isolated configuration whose requests are answered by in-process servers.
  static var inProcess: URLSessionConfiguration {
    let configuration = isolated
    configuration.protocolClasses = [InProcessURLProtocol.self]
    return configuration
  }

  #if os(Linux)
    private static var ephemeralInMemory: URLSessionConfiguration {
      template.copy() as? URLSessionConfiguration ?? .ephemeral
    }

    /// The configuration that all others are copies of.
    ///
    /// When it is created, Foundation makes folders in the user's home for a cache and cookies that
    /// no client here uses. The folders that did not exist before are removed if they are empty.
    /// Empty ones may remain if several processes do this at the same time; a program prevents
    /// that if it sets XDG_CACHE_HOME and XDG_DATA_HOME to `/dev/null` before it starts a thread.
    private static let template: URLSessionConfiguration = {
      let folders = storageFolders.flatMap(\.missingFolders)
      defer { for folder in folders { rmdir(folder) } }
      return .ephemeral
    }()

    /// The folders in which Foundation keeps the cache and the cookies of this process.
    private static var storageFolders: [URL] {
      let files = FileManager.default
      let caches = files.urls(for: .cachesDirectory, in: .userDomainMask).map {
        $0.appending(path: "org.swift.foundation.URLCache")
          .appending(path: ProcessInfo.processInfo.processName)
      }
      let program = Bundle.main.bundleURL.deletingPathExtension().lastPathComponent
      let cookies = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).map {
        $0.appending(path: program)
      }
      return caches + cookies
    }
  #else
    private static var ephemeralInMemory: URLSessionConfiguration { .ephemeral }
  #endif
}

#if os(Linux)
  extension URL {
    /// The folder itself and its parents that do not exist yet, innermost first.
    fileprivate var missingFolders: [String] {
      var folders = [path]
      var parent = deletingLastPathComponent()
      while parent.path != "/", !FileManager.default.fileExists(atPath: parent.path) {
        folders.append(parent.path)
        parent.deleteLastPathComponent()
      }
      return folders
    }
  }
#endif
