package import Exercising

/// The scenes with the reference solutions in them, by the names of the exercises.
package enum Reference {
  /// - Returns: A new scene of the exercise, or nil when no exercise has this name.
  package static func scene(for exercise: String) -> (any Scene)? {
    switch exercise {
    case "PublishSubject": SubjectScene<PublishSubject>()
    case "ReplayBuffer": ReplayScene<ReplayBuffer>()
    case "RelayHub": HubScene<RelayHub>()
    case "CachedNews": NewsScene<CachedNews>()
    case "LikeEverywhere": MomentsScene<LikeEverywhere>()
    case "BackendChange": UsersScene<BackendChange>()
    case "FileProvider": FileProviderScene<FileProvider>()
    case "Chain": ChainScene<Chain>()
    case "ThreeLevels": ThreeLevelsScene<ThreeLevels>()
    case "RenameService": RenameScene<RenameService>()
    case "Binding": BindingScene<Binding>()
    case "UserTable": UserTableScene<UserTable>()
    case "TaskThread": TaskThreadScene<TaskThread>()
    case "Confinement": ConfinementScene<Confinement>()
    case "LiveResults": LiveResultsScene<LiveResults>()
    default: nil
    }
  }
}
