import Exercising

@testable import Grading

/// Takes the solution out of the module that has it.
typealias PublishSubject = Grading.PublishSubject
