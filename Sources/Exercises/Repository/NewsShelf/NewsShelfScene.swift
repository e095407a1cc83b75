/// The rung NewsShelf has the scene of CachedNews.
public typealias NewsShelfScene = NewsScene
