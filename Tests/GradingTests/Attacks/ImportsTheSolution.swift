import Exercising

@testable import Solutions

/// Takes the solution out of the module that has it.
typealias PublishSubject = Solutions.PublishSubject
