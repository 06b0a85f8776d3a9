import Gate
import SimulatedDisk
@testable import Store
import Ticketing

/// A fault that is put into a simulated evening from outside, to see whether it is found.
protocol PlantedFault: Sendable {
    var name: String { get }

    /// The store that programs get in place of the one that they have opened.
    func prepare(_ store: Store) throws -> Store
    func befall(_ disk: SimulatedDisk)
    /// What the gate's people see of a verdict.
    func shown(_ verdict: Verdict) -> Verdict.Outcome
    /// The id that goes to the gate with a request.
    func request(_ id: String?) -> String?
}

extension PlantedFault {
    func prepare(_ store: Store) throws -> Store { store }
    func befall(_ disk: SimulatedDisk) {}
    func shown(_ verdict: Verdict) -> Verdict.Outcome { verdict.outcome }
    func request(_ id: String?) -> String? { id }
}
