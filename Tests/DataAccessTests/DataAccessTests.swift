import Testing

@testable import DataAccess
