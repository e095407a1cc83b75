import Exercising

@testable import Grading

/// Imports the solution from its module.
typealias PublishSubject = Grading.PublishSubject
