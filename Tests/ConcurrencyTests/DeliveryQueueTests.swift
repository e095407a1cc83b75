import Concurrency
import Testing

struct `A delivery queue` {
  @Test
  func `asks the first caller to drain it, and no other until it is idle again`() {
    var queue = DeliveryQueue<Int>()
    let asked = [queue.enqueue(1), queue.enqueue(2)]
    let first = [queue.dequeue(), queue.dequeue()]
    let whileDraining = queue.enqueue(3)
    let rest = [queue.dequeue(), queue.dequeue()]
    let whenIdle = queue.enqueue(4)
    #expect(asked == [true, false])
    #expect(first == [1, 2])
    #expect(!whileDraining)
    #expect(rest == [3, nil])
    #expect(whenIdle)
  }

  @Test
  func `keeps the order over any mixture of enqueueing and dequeueing`() {
    var queue = DeliveryQueue<Int>()
    var (next, delivered) = (0, [Int]())
    for round in 0..<200 {
      for _ in 0..<(round * 7 % 5) {
        _ = queue.enqueue(next)
        next += 1
      }
      for _ in 0..<(round * 3 % 4) {
        if let element = queue.dequeue() { delivered.append(element) }
      }
    }
    while let element = queue.dequeue() { delivered.append(element) }
    #expect(next > 300)
    #expect(delivered == Array(0..<next))
  }

  @Test
  func `returns all elements in order when they are removed, and is still being drained`() {
    var queue = DeliveryQueue<Int>()
    for number in 1...3 { _ = queue.enqueue(number) }
    let first = queue.dequeue()
    for number in 4...5 { _ = queue.enqueue(number) }
    let removed = queue.removeAll()
    let asked = queue.enqueue(6)
    let rest = [queue.dequeue(), queue.dequeue()]
    #expect(first == 1)
    #expect(removed == [2, 3, 4, 5])
    #expect(!asked)
    #expect(rest == [6, nil])
  }

  @Test
  func `releases each element when it is dequeued`() {
    final class Guest {}
    var queue = DeliveryQueue<Guest>()
    weak var first: Guest?
    do {
      let guest = Guest()
      first = guest
      _ = queue.enqueue(guest)
    }
    _ = queue.enqueue(Guest())
    let isRetained = first != nil
    _ = queue.dequeue()
    #expect(isRetained)
    #expect(first == nil)
    #expect(queue.dequeue() != nil)
  }
}
