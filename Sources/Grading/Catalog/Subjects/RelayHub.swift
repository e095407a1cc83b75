extension Exercise {
  static let relayHub = Exercise(
    "RelayHub", chapter: "Subjects", title: "One hub, many topics, and no end",
    checks: [
      Check(
        "A value reaches whoever listens to its topic, and nobody else", points: 2,
        scripts: { generator in
          let people = generator.people(3)
          let values = generator.values(6)
          let topics = generator.topics(3)
          return [
            Script(lines: [
              "listen \(people[0]) \(topics[0])", "listen \(people[1]) \(topics[1])",
              "listen \(people[2]) \(topics[0])", "send \(topics[0]) \(values[0])",
              "send \(topics[1]) \(values[1])", "send \(topics[2]) \(values[2])",
              "send \(topics[0]) \(values[3])", "send \(topics[1]) \(values[4])",
              "send \(topics[1]) \(values[4])", "send \(topics[0]) \(values[5])",
            ]),
            Script(lines: [
              "listen \(people[0]) \(topics[0])", "listen \(people[0]) \(topics[1])",
              "listen \(people[1]) \(topics[1])", "send \(topics[1]) \(values[0])",
              "send \(topics[0]) \(values[1])", "send \(topics[1]) \(values[2])",
            ]),
          ]
        }),
      Check(
        "A newcomer first hears the latest of its topic", points: 1,
        needs: ["A value reaches whoever listens to its topic, and nobody else"],
        scripts: { generator in
          let people = generator.people(3)
          let values = generator.values(6)
          let topics = generator.topics(3)
          return [
            Script(lines: [
              "send \(topics[0]) \(values[0])", "send \(topics[0]) \(values[1])",
              "send \(topics[1]) \(values[2])", "listen \(people[0]) \(topics[0])",
              "listen \(people[1]) \(topics[2])", "listen \(people[1]) \(topics[1])",
              "send \(topics[2]) \(values[3])", "send \(topics[0]) \(values[4])",
              "listen \(people[2]) \(topics[2])", "listen \(people[2]) \(topics[0])",
              "send \(topics[0]) \(values[5])",
            ])
          ]
        }),
      Check(
        "Who has left a topic hears nothing more of it", points: 1,
        needs: ["A newcomer first hears the latest of its topic"],
        scripts: { generator in
          let people = generator.people(3)
          let values = generator.values(5)
          let topics = generator.topics(2)
          let leaving = people.shuffled(using: &generator)
          return [
            Script(
              lines: people.map { "listen \($0) \(topics[0])" } + [
                "listen \(leaving[0]) \(topics[1])", "send \(topics[0]) \(values[0])",
                "leave \(leaving[0]) \(topics[0])", "leave \(leaving[0]) \(topics[0])",
                "send \(topics[0]) \(values[1])",
                "send \(topics[1]) \(values[2])", "leave \(leaving[1]) \(topics[0])",
                "leave \(leaving[2]) \(topics[0])", "send \(topics[0]) \(values[3])",
                "listen \(leaving[1]) \(topics[0])", "send \(topics[0]) \(values[4])",
                "leave \(leaving[1]) \(topics[0])", "listen \(leaving[2]) \(topics[0])",
              ])
          ]
        }),
      Check(
        "A source that ends ends nothing but itself", points: 2,
        needs: ["A newcomer first hears the latest of its topic"],
        scripts: { generator in
          let ends = ["complete radio", "fail radio \(generator.one(of: "lost", "late"))"]
          let topic = generator.topics(1)[0]
          let people = generator.people(2)
          let values = generator.values(3)
          let withoutEnd = Script(lines: [
            "listen \(people[0]) \(topic)", "bind radio \(topic)", "emit radio \(values[0])",
            "send \(topic) \(values[1])", "emit radio \(values[2])",
            "listen \(people[1]) \(topic)",
          ])
          return [withoutEnd]
            + ends.map { end in
              let people = generator.people(3)
              let values = generator.values(6)
              let topics = generator.topics(2)
              return Script(lines: [
                "listen \(people[0]) \(topics[0])", "bind radio \(topics[0])",
                "bind radio \(topics[1])", "bind paper \(topics[0])", "emit radio \(values[0])",
                end, "listen \(people[1]) \(topics[0])", "emit paper \(values[1])",
                "send \(topics[0]) \(values[2])", "listen \(people[2]) \(topics[1])",
                "bind radio \(topics[1])", "send \(topics[1]) \(values[3])",
                "bind paper \(topics[1])", "unbind paper \(topics[0])", "emit paper \(values[4])",
                "listen \(people[1]) \(topics[1])", "unbind paper \(topics[1])",
                "emit paper \(values[5])",
              ])
            }
        }),
      Check(
        "Listeners send, come and go while they are told", points: 1,
        needs: ["Who has left a topic hears nothing more of it"],
        scripts: { generator in
          let people = generator.people(4)
          let values = generator.values(3)
          let topics = generator.topics(2)
          let (topic, other) = (topics[0], topics[1])
          let sends = values.map { "send \(topic) \($0)" }
          return [
            [
              "listen \(people[0]) \(topic) sending \(other) \(values[2])",
              "listen \(people[1]) \(other)", "listen \(people[2]) \(topic)", sends[0], sends[1],
            ],
            [
              "listen \(people[0]) \(topic) sending \(topic) \(values[2])",
              "listen \(people[1]) \(topic)", sends[0], "listen \(people[2]) \(topic)", sends[1],
            ],
            [
              "listen \(people[0]) \(topic)", sends[0],
              "listen \(people[1]) \(topic) sending \(topic) \(values[2])", sends[1],
            ],
            [
              "listen \(people[0]) \(topic) leaving",
              "listen \(people[1]) \(topic) inviting \(people[3])",
              "listen \(people[2]) \(topic)", sends[0], sends[1],
            ],
            [
              "listen \(people[0]) \(topic)",
              "listen \(people[1]) \(topic) dropping \(people[2])",
              "listen \(people[2]) \(topic)", "listen \(people[3]) \(topic)", sends[0], sends[1],
            ],
          ].map { Script(lines: $0) }
        }),
    ],
    misconceptions: Misconception.ofRelayHub)
}

extension SeededGenerator {
  fileprivate mutating func topics(_ count: Int) -> [String] {
    Array(["weather", "traffic", "sport", "music"].shuffled(using: &self).prefix(count))
  }
}
