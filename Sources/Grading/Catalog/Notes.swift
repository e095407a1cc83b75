/// What unusual steps of several exercises do.
extension [String: String] {
  /// Of observers and listeners, which act once.
  static let notesOfObservers = [
    "dispose": "calls the closure that `subscribe` returned; a later step may call it again.",
    "… completing": "is an observer that completes the sequence while it receives for the first "
      + "time.",
    "… dropping": "is an observer that removes the named one while it receives for the first time.",
    "… inviting": "is an observer that adds the named one while it receives for the first time.",
    "… leaving": "is an observer that removes itself while it receives for the first time.",
    "… sending": "is an observer that sends that value while it receives for the first time.",
  ]

  static let notesOfReplayBuffer = notesOfObservers.merging(
    [
      "held": "reports the observers whose closures are still retained.",
      "keep": "makes the subject, with that size of its buffer.",
    ]
  ) { $1 }

  static let notesOfRelayHub = notesOfObservers.merging(
    [
      "emit": "makes that source send the value to the topics to which it is bound.",
      "leave": "calls the closure that `listen` returned; a later step may call it again.",
      "unbind": "calls the closure that `bind` returned; a later step may call it again.",
    ]
  ) { $1 }

  static let notesOfBroadcast = [
    "cancel": "cancels the task of that reader.",
    "threads": "makes two threads open streams, send and release streams at the same time.",
    "drop": "releases the stream of that reader, who has not read it.",
    "forget": "releases the broadcast.",
    "keep": "makes a broadcast whose streams keep that many unread values.",
    "open": "makes a stream for that reader, who does not read yet.",
    "pairs": "makes two threads call every two members, one after the other, on a new broadcast.",
    "streams": "reports `streamCount`.",
    "… finishing": "ends all streams right after it has sent.",
    "… sending": "sends that value right after the stream was made.",
  ]

  static let notesOfCachedNews = [
    "… damaged": "makes the stored list unreadable until the next save.",
    "… inviting": "is a reader that makes the named one read while it receives its first event.",
    "… ready": "makes the server answer the next request before that call returns.",
    "… refuses": "makes the next save fail.",
  ]

  static let notesOfLikeEverywhere = [
    "… liking": "is a screen that likes while it receives its first list.",
    "answer": "answers the request with that number.",
    "close": "calls the closure that `observe` returned.",
    "fail": "makes the request with that number fail.",
    "unlike": "requests the removal of a like.",
  ]

  static let notesOfRequests = [
    "answer": "answers the request with that number.",
    "cancel": "cancels the task of that caller, whose outcome is not reported then.",
    "fail": "makes the request with that number fail.",
    "read": "starts a task of that caller that reads the news.",
  ]

  static let notesOfUserTable = [
    "another": "inserts a user as another program does.",
    "batch": "inserts several users by one call.",
    "columns": "reports the columns of the table.",
    "listen": "reports the changes of the table from now on.",
    "look": "reads all rows as another program does.",
    "open": "makes the table, even if it exists already.",
    "read-only": "makes the database refuse writes until “writable”.",
    "writable": "ends “read-only”.",
  ]

  static let notesOfAsyncRenames = [
    "accept": "makes the server accept that request, with another name if there is one.",
    "cancel": "cancels the task of that caller.",
    "outcome": "reports how the cancelled call has ended.",
    "refuse": "makes the server refuse that request.",
    "saved": "ends the save with that number.",
    "unsaved": "makes the save with that number fail.",
  ]

  static let notesOfRenameService = [
    "look": "reports the model, the row and the note of that user.",
    "save-again": "calls `saveAgain`.",
    "… at-once": "makes the server accept each request before that call returns.",
    "… then": "runs the second step in the first one's `completion`.",
    "… as": "makes the server accept the request with another name.",
  ]

  static let notesOfBinding = [
    "forget": "releases the user.",
    "kept": "reports the cells whose handlers are still retained.",
    "read": "reports the name of that user.",
    "rename": "sets the name of that user.",
    "release": "releases the cell's binding without a call of `unbind`.",
    "… at-once": "runs the second step in the handler when it receives the current name.",
    "… then": "runs the second step in the handler at its first change.",
  ]

  static let notesOfArtistStore = [
    "begin": "fills the database with those ids and names.",
    "confirm": "makes the server confirm the like with that number.",
    "fail": "makes the request with that number fail.",
    "list": "sends a list of ids and names as the answer to the refresh with that number.",
  ]

  static let notesOfConfinement = [
    "ask": "reports `isHome` of that store.",
    "end": "ends that thread.",
    "open": "makes a store of that name, on that thread or for that queue.",
    "race": "makes two threads resolve each of the references at the same time.",
    "refer": "makes a reference to that store.",
    "resolve": "resolves the reference, which makes another store.",
  ]

  static let notesOfTaskList = [
    "race": "makes one thread add tasks while another one runs them.",
    "… adding": "is a task that adds the second one.",
    "… meanwhile": "is a task during which another thread adds the second one.",
  ]
}
