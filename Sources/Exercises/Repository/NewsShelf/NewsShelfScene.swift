/// The rung NewsShelf is played as CachedNews is.
public typealias NewsShelfScene = NewsScene
