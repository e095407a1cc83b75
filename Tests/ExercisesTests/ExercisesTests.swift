import Testing
@testable import Grading
