import Testing

@testable import Observing
