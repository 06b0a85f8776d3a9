import Foundation
import Management
import Presenting
import Ticketing

/// What is allowed instead of an answer.
struct Answered: Error, CustomStringConvertible {
    let description: String

    init(_ allowed: String) { description = "what is allowed: \(allowed)" }

    /// The first faulty rows of a guest list, and how many there are.
    init(faults: [GuestListFault], of total: Int) {
        let told = faults.prefix(5)
        let untold = total - Set(told.map(\.line)).count
        let rest = (untold > 0 ? ["… and \(untold) more"] : [])
        let list = (told.map(\.description) + rest).joined(separator: "; ")
        description = "\(counted(total, "faulty row")): \(list); mend them, or Enter to import a list later"
    }

    static func future(_ answer: String, in zone: TimeZone) throws -> Instant {
        let instant = try Moment(argument: answer).instant(in: zone)
        guard instant > .now() else { throw Answered("a time that is not past") }
        return instant
    }

    static func text(_ answer: String, needed: Bool) throws -> String? {
        if answer.isEmpty {
            guard !needed else { throw Answered("a text") }
            return nil
        }
        if let fault = NameFault.of(answer) {
            throw Answered("at least one letter, and at most \(NameFault.longest) characters: \(fault)")
        }
        return answer
    }

    static func number(_ answer: String, from least: Int) throws -> Int? {
        if answer.isEmpty { return nil }
        guard let number = Int(answer), number >= least else { throw Answered("a number from \(least) on, or Enter") }
        return number
    }

    static func choice<Value: RawRepresentable & CaseIterable>(_ answer: String) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: answer.lowercased()) else {
            throw Answered(Value.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return value
    }
}
