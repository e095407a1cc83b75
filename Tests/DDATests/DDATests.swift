import Testing

@testable import Chapter_DDA
