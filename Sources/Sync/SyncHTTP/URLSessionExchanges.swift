internal import Basics
internal import Foundation
internal import Sync

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The running requests of a session, as its delegate.
///
/// It collects bodies itself, because the convenience methods of `URLSession` neither limit the
/// size of a body nor allow refusing redirects.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
  /// A request that has not been answered completely.
  private struct Exchange {
    var caller: CheckedContinuation<HTTPResponse, any Error>
    var body = Data()
  }

  private let maximumSize: Int
  private let running = Locked<[Int: Exchange]>([:])

  init(maximumSize: Int) {
    self.maximumSize = maximumSize
  }

  /// Sends a request.
  ///
  /// - Throws: `APIError`, or a `URLError`.
  func send(_ request: URLRequest, over session: URLSession) async throws -> HTTPResponse {
    let task = session.dataTask(with: request)
    let number = task.taskIdentifier
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        running.withLock { $0[number] = Exchange(caller: caller) }
        task.resume()
        if Task.isCancelled { end(task, .failure(APIError.cancelled)) }
      }
    } onCancel: {
      end(task, .failure(APIError.cancelled))
    }
  }

  /// Resumes a caller with its result and cancels the rest of the request. Only the first end
  /// counts.
  private func end(_ task: URLSessionTask, _ result: Result<HTTPResponse, any Error>) {
    let exchange = running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    task.cancel()
    exchange?.caller.resume(with: result)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = running.withLock { running in
      let number = dataTask.taskIdentifier
      guard let size = running[number]?.body.count else { return false }
      let announced = Int(clamping: dataTask.countOfBytesExpectedToReceive)
      if max(size + data.count, announced) > maximumSize { return true }
      running[number]?.body.append(data)
      return false
    }
    guard isTooLarge else { return }
    end(dataTask, .failure(APIError.decoding("it has more than \(maximumSize) bytes")))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error { return end(task, .failure(error)) }
    guard let response = task.response as? HTTPURLResponse else {
      return end(task, .failure(APIError.invalidResponse))
    }
    let body = running.withLock { Array($0[task.taskIdentifier]?.body ?? Data()) }
    let headers = response.allHeaderFields.map { HTTPField("\($0.key)", "\($0.value)") }
    end(
      task,
      .success(
        HTTPResponse(
          status: response.statusCode, headers: headers.sorted { $0.name < $1.name }, body: body)))
  }
}
