internal import Exercising

extension Exercise {
  static let newsShelf = Exercise(
    "NewsShelf", .fix, chapter: "Repository", title: "The list that is saved",
    solution: NewsShelfScene<NewsShelf>.self,
    checks: [
      Check("The server's list is what is saved") { random in
        random.cast(.people, .values).script(
          "read ann; server answers v1 v2; read bob; server answers v3 v4; read ann",
          "server answers; read bob")
      },
      Check("A later list replaces the stored one") { random in
        random.cast(.people, .values).script(
          "store holds v1 v2; read ann; server answers v3 v4; read bob",
          "server fails \(random.problem()); read ann; server answers v3 v4")
      },
    ])
}
