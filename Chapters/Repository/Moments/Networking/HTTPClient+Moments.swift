import Foundation
import HTTP
import MiniRx

extension HTTPClient {
  /// The page of moments that a request is answered with, then completed.
  ///
  /// Each subscription sends a request, and disposing it cancels that. It delivers on a thread of
  /// Swift's pool.
  func moments(_ request: HTTPRequest) -> Observable<MomentsDetails> {
    .create { observer in
      let asking = Task {
        do {
          observer.onNext(try await self.details(request))
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
      return Disposables.create { asking.cancel() }
    }
  }

  private func details(_ request: HTTPRequest) async throws(MomentsSessionError) -> MomentsDetails {
    let response: HTTPResponse
    do { response = try await send(request) } catch { throw .failed(error) }
    do {
      return try MomentsCoding.json.decode(response.body)
    } catch {
      throw .undecodable(request: "\(request)", reason: "\(error)")
    }
  }
}
