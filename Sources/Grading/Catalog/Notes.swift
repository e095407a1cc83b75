/// What unusual steps of several exercises do.
extension [String: String] {
  /// Of observers and listeners, which act once.
  static let notesOfObservers = [
    "… completing": "is an observer that completes the sequence while it receives for the first "
      + "time.",
    "… dropping": "is an observer that removes the named one while it receives for the first time.",
    "… inviting": "is an observer that adds the named one while it receives for the first time.",
    "… leaving": "is an observer that removes itself while it receives for the first time.",
    "… sending": "is an observer that sends that value while it receives for the first time.",
  ]

  static let notesOfReplayBuffer = notesOfObservers.merging(
    [
      "dispose": "calls the closure that `subscribe` returned, a second time too.",
      "held": "reports the observers whose closures are still retained.",
      "keep": "makes the subject, with that size of its buffer.",
    ]
  ) { $1 }

  static let notesOfRelayHub = notesOfObservers.merging(
    [
      "emit": "lets that source send the value to where it is bound.",
      "leave": "calls the closure that `listen` returned, a second time too.",
      "unbind": "calls the closure that `bind` returned, a second time too.",
    ]
  ) { $1 }

  static let notesOfBroadcast = [
    "threads": "lets two threads make streams, send and release streams at the same time.",
    "drop": "releases the stream of that reader, who has not read it.",
    "forget": "releases the broadcast.",
    "keep": "makes a broadcast whose streams keep that many unread values.",
    "open": "makes a stream for that reader, who does not read yet.",
    "streams": "reports `streamCount`.",
    "… finishing": "ends all streams right after it has sent.",
    "… sending": "sends that value right after the stream was made.",
  ]

  static let notesOfCachedNews = [
    "… damaged": "makes the stored list unreadable until the next save.",
    "… inviting": "is a reader that lets the named one read while it receives its first list.",
    "… ready": "makes the server answer the next request before that call returns.",
    "… refuses": "makes the next save fail.",
  ]

  static let notesOfLikeEverywhere = [
    "… liking": "is a screen that likes while it receives its first list.",
    "answer": "answers the request with that number.",
    "fail": "lets the request with that number fail.",
  ]

  static let notesOfRequests = [
    "answer": "answers the request with that number.",
    "cancel": "cancels the task of that caller, whose outcome is not reported then.",
    "fail": "lets the request with that number fail.",
  ]

  static let notesOfUserTable = [
    "another": "inserts a user as another program does.",
    "batch": "inserts several users by one call.",
    "listen": "reports the changes of the table from now on.",
    "look": "reads all rows as another program does.",
    "open": "makes the table, again too.",
    "read-only": "makes the database refuse writes until “writable”.",
  ]

  static let notesOfAsyncRenames = [
    "accept": "lets the server accept that request, with another name if there is one.",
    "cancel": "cancels the task of that caller.",
    "outcome": "reports how the cancelled call has ended.",
    "saved": "ends the save with that number.",
    "unsaved": "lets the save with that number fail.",
  ]

  static let notesOfRenameService = [
    "look": "reports the model, the row and the note of that user.",
    "save-again": "calls `saveAgain`.",
    "… at-once": "lets the server accept each request before that call returns.",
    "… then": "takes the second step in the completion of the first one.",
    "… as": "lets the server accept the request with another name.",
  ]

  static let notesOfBinding = [
    "forget": "releases the user.",
    "kept": "reports the cells whose handlers are still retained.",
    "release": "releases the cell's binding without a call of `unbind`.",
    "… at-once": "takes the second step in the handler when it receives the current name.",
    "… then": "takes the second step in the handler at its first change.",
  ]

  static let notesOfArtistStore = [
    "confirm": "lets the server confirm the like with that number.",
    "fail": "lets the request with that number fail.",
    "list": "answers the refresh with that number by a list of ids and names.",
  ]

  static let notesOfConfinement = [
    "ask": "reports `isHome` of that store.",
    "end": "ends that thread.",
    "race": "lets two threads resolve each of the references at the same time.",
    "refer": "makes a reference to that store.",
    "resolve": "resolves the reference, which makes another store.",
  ]

  static let notesOfTaskList = [
    "race": "lets one thread add tasks while another one runs them.",
    "… adding": "is a task that adds the second one.",
    "… meanwhile": "is a task during which another thread adds the second one.",
  ]
}
