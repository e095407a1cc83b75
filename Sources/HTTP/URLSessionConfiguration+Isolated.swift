internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension URLSessionConfiguration {
  /// A configuration that shares nothing with any other: no cookies, no cache, no credentials.
  static var isolated: URLSessionConfiguration {
    let configuration = ephemeralInMemory
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // The client's clock decides; this limit only has to be longer.
    configuration.timeoutIntervalForRequest = 86_400
    return configuration
  }

  /// The same, and servers inside the process answer.
  static var answeredInProcess: URLSessionConfiguration {
    let configuration = isolated
    configuration.protocolClasses = [AnsweringProtocol.self]
    return configuration
  }

  #if os(Linux)
    private static var ephemeralInMemory: URLSessionConfiguration {
      template.copy() as? URLSessionConfiguration ?? .ephemeral
    }

    /// The one configuration that is not a copy.
    ///
    /// To make it, Foundation creates folders in the user's home, for a cache and for cookies that no
    /// client here uses. They are removed again while they are empty.
    ///
    /// One process at a time does so: a process that looks for missing folders while another one has them
    /// would leave those that both need. Without the lock it continues all the same: at worst an empty
    /// folder remains.
    private static let template: URLSessionConfiguration = {
      withExtendedLifetime(FolderLock.waiting(around: storageFolders)) {
        let folders = storageFolders.flatMap(\.missingFolders)
        defer { for folder in folders { rmdir(folder) } }
        return .ephemeral
      }
    }()

    /// Where Foundation keeps the cache and the cookies of this process.
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
    /// The folder itself and those around it that do not exist yet, from the innermost outwards.
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
