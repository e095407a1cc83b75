extension MomentsDetails {
  /// The page that all scenes and tests begin with: Jake Lin's, with Ann's moment 0, which is not
  /// liked, and Taylor's moment 1, which is.
  static let fixture = MomentsDetails(
    userDetails: UserDetails(
      id: "0", name: "Jake Lin", avatar: "https://moments.example/jake.png",
      backgroundImage: "https://moments.example/jake-background.png"),
    moments: [
      Moment(
        id: "0",
        userDetails: MomentUserDetails(name: "Ann", avatar: "https://moments.example/ann.png"),
        type: .url, title: "One source of truth", url: "https://moments.example/article",
        photos: [], createdDate: "1615899003", isLiked: false, likes: []),
      Moment(
        id: "1",
        userDetails: MomentUserDetails(
          name: "Taylor", avatar: "https://moments.example/taylor.png"),
        type: .photos, title: nil, url: nil,
        photos: ["https://moments.example/tour.png", "https://moments.example/crowd.png"],
        createdDate: "1615795200", isLiked: true, likes: [.jake]),
    ])
}

extension MomentsDetails.LikedUserDetails {
  /// The user of the app.
  static let jake = MomentsDetails.LikedUserDetails(
    id: "0", avatar: "https://moments.example/jake.png")
}
