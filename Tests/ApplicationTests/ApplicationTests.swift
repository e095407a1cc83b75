import Testing

@testable import Application
