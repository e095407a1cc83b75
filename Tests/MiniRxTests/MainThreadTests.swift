import Foundation
import MiniRx
import TestSupport
import XCTest

/// The only test that needs XCTest, because Swift Testing on Linux does not run on the main thread.
final class MainThreadTests: XCTestCase {
  func testTheMainSchedulerDeliversAtOnceOnTheMainThread() {
    let (recorder, subject) = (Recorder<String>(), PublishSubject<Int>())
    _ = subject.observe(on: MainScheduler.instance).subscribe(
      recorder.handler("Ann") { event in if event.element == 1 { subject.onNext(2) } })
    subject.onNext(1)
    recorder.record("sent")
    subject.onCompleted()
    XCTAssertTrue(Thread.isMainThread)
    XCTAssertEqual(recorder.entries, ["Ann next(1)", "Ann next(2)", "sent", "Ann completed"])
  }
}
