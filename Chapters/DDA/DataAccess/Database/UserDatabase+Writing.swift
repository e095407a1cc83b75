extension UserDatabase {
  package func insert(_ user: UserRawModel) throws(DataAccessError) {
    try write(.insert(UserRow(user)))
  }

  package func insert(
    _ user: UserRawModel, completingOn place: CompletionPlace,
    _ completion: @escaping Completion<Void>
  ) {
    write(.insert(UserRow(user)), completingOn: place, completion)
  }

  package func insert(_ users: [UserRawModel]) throws(DataAccessError) {
    try write(.insertModels(users))
  }

  package func insert(
    _ users: [UserRawModel], completingOn place: CompletionPlace,
    _ completion: @escaping Completion<Void>
  ) {
    write(.insertMany(users.map(UserRow.init)), completingOn: place, completion)
  }

  package func update(_ user: UserRawModel) throws(DataAccessError) {
    try write(.update(UserRow(user)))
  }

  package func update(
    _ user: UserRawModel, completingOn place: CompletionPlace,
    _ completion: @escaping Completion<Void>
  ) {
    write(.update(UserRow(user)), completingOn: place, completion)
  }

  package func save(_ user: UserRawModel) throws(DataAccessError) {
    try write(.save(UserRow(user)))
  }

  package func save(
    _ user: UserRawModel, completingOn place: CompletionPlace,
    _ completion: @escaping Completion<Void>
  ) {
    write(.save(UserRow(user)), completingOn: place, completion)
  }

  package func delete(_ id: Int64) throws(DataAccessError) { try write(.delete(id)) }

  package func delete(
    _ id: Int64, completingOn place: CompletionPlace, _ completion: @escaping Completion<Void>
  ) {
    write(.delete(id), completingOn: place, completion)
  }

  package func deleteAll() throws(DataAccessError) { try write(.deleteAll) }

  package func deleteAll(
    completingOn place: CompletionPlace, _ completion: @escaping Completion<Void>
  ) {
    write(.deleteAll, completingOn: place, completion)
  }

  package func transaction(_ steps: @escaping Steps) throws(DataAccessError) {
    try write(.steps(steps))
  }

  package func transaction(
    completingOn place: CompletionPlace, _ steps: @escaping Steps,
    _ completion: @escaping Completion<Void>
  ) {
    write(.steps(steps), completingOn: place, completion)
  }

  package func observe(
    on place: CompletionPlace, _ handler: @escaping @Sendable (DataEvent) -> Void
  ) -> DataObservation {
    observers.add(on: place, handler)
  }
}
