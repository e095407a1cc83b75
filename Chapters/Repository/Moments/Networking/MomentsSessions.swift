import MiniRx

/// Asks for the moments that a user may see.
protocol GetMomentsByUserIDSessionType: Sendable {
  /// One answer, then completed; each subscription is a request of its own.
  ///
  /// It fails with a ``MomentsSessionError``, and may deliver on any thread.
  func getMoments(userID: String) -> Observable<MomentsDetails>
}

/// Tells the server that a user likes a moment, or no longer does.
protocol UpdateMomentLikeSessionType: Sendable {
  /// The whole page as it is after the change, then completed; each subscription is a request of its
  /// own.
  ///
  /// It fails with a ``MomentsSessionError``, and may deliver on any thread.
  func updateLike(
    _ isLiked: Bool, momentID: String, fromUserID userID: String
  ) -> Observable<MomentsDetails>
}
