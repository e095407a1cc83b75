/// Something to be written, with all that it needs: what changes later does not change it.
enum UserWrite: Sendable {
  case insert(UserRow)
  case insertMany([UserRow])
  /// For a caller who waits: the models are read when they are written, which spares a copy of all.
  case insertModels([UserRawModel])
  case update(UserRow)
  case save(UserRow)
  case delete(Int64)
  case deleteAll
  case steps(UserDataAccess.Steps)

  func write(to rows: TransactionRows) throws(DataAccessError) {
    switch self {
    case .insert(let row): try rows.insert(row)
    case .insertMany(let rowsToInsert): try rows.insert(rowsToInsert, isAlone: true)
    case .insertModels(let models): try rows.insert(models, isAlone: true)
    case .update(let row): try rows.update(row)
    case .save(let row): try rows.save(row)
    case .delete(let id): try rows.delete(id)
    case .deleteAll: try rows.deleteAll()
    case .steps(let steps): try steps(rows)
    }
  }

  var step: UserDatabase.Step {
    switch self {
    case .insert(let row): .insert(row.id, name: row.name)
    case .insertMany(let rows): .insertMany(rows.count)
    case .insertModels(let models): .insertMany(models.count)
    case .update(let row): .update(row.id, name: row.name)
    case .save(let row): .save(row.id, name: row.name)
    case .delete(let id): .delete(id)
    case .deleteAll: .deleteAll
    case .steps: .transaction
    }
  }
}
