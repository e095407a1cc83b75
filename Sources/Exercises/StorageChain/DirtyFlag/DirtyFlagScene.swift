/// The rung DirtyFlag has the scene of Chain.
public typealias DirtyFlagScene = ChainScene
