extension MomentsDetails {
  /// The moment of that id, or nil.
  func moment(withID id: String) -> Moment? { moments.first { $0.id == id } }

  /// The same page after the user has liked a moment, or taken the like back. This is the server's
  /// work; the app only shows what the server answers.
  func liking(_ isLiked: Bool, momentID: String, by user: LikedUserDetails) -> MomentsDetails {
    MomentsDetails(
      userDetails: userDetails,
      moments: moments.map { moment in
        guard moment.id == momentID else { return moment }
        let others = (moment.likes ?? []).filter { $0.id != user.id }
        return Moment(
          id: moment.id, userDetails: moment.userDetails, type: moment.type, title: moment.title,
          url: moment.url, photos: moment.photos, createdDate: moment.createdDate,
          isLiked: isLiked, likes: isLiked ? others + [user] : others)
      })
  }
}
