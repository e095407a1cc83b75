/// The rung DirtyFlag is played as Chain is.
public typealias DirtyFlagScene = ChainScene
