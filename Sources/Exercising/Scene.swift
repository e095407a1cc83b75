/// What an exercise is about: takes the steps of a script, one after the other, and tells what happened.
///
/// A scene is generic over the type that the learner writes. The same scene drives the reference solution in the
/// grader and the learner's type in a process of its own, so both hear exactly the same calls. It gives no verdict.
///
/// A step is over when `take` returns: a scene whose type works on other threads waits for them there.
public protocol Scene {
  init()

  /// Carries out a step. What it causes is told to `events`, from any thread.
  ///
  /// - Throws: ``SceneFailure`` when the script is wrong, as `step.unknown`, `step.argument(_:)` and
  ///   `step.number(_:)` make it, or when the scene cannot have a file it needs; never for what the learner's type
  ///   does or throws, which is told as an event.
  mutating func take(_ step: Step, _ events: Events) throws(SceneFailure)
}
