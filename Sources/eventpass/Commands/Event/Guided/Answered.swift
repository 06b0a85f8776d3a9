import Foundation
import Management
import Presenting
import Ticketing

/// The error for an invalid answer of an interview, with the allowed values; and the parsers of answers.
struct AnswerParsing: Error, CustomStringConvertible {
    let description: String

    init(_ allowed: String) { description = "what is allowed: \(allowed)" }

    /// Lists the first faulty rows of a guest list.
    ///
    /// - Parameter total: how many faulty rows there are.
    init(faults: [GuestListFault], of total: Int) {
        let told = faults.prefix(5)
        let untold = total - Set(told.map(\.line)).count
        let rest = (untold > 0 ? ["… and \(untold) more"] : [])
        let list = (told.map(\.description) + rest).joined(separator: "; ")
        description = "\(counted(total, "faulty row")): \(list); correct them, or press Enter to import a list later"
    }

    static func future(_ answer: String, in zone: TimeZone) throws -> Instant {
        let instant = try Moment(argument: answer).instant(in: zone)
        guard instant > .now() else { throw AnswerParsing("a time in the future") }
        return instant
    }

    static func text(_ answer: String, needed: Bool) throws -> String? {
        if answer.isEmpty {
            guard !needed else { throw AnswerParsing("a text") }
            return nil
        }
        if let fault = TextFault.of(answer) {
            throw AnswerParsing("at least one letter, and at most \(TextFault.longest) characters: \(fault)")
        }
        return answer
    }

    static func number(_ answer: String, from least: Int) throws -> Int? {
        if answer.isEmpty { return nil }
        guard let number = Int(answer), number >= least else {
            throw AnswerParsing("a number, \(least) or more, or Enter")
        }
        return number
    }

    static func choice<Value: RawRepresentable & CaseIterable>(_ answer: String) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: answer.lowercased()) else {
            throw AnswerParsing(Value.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return value
    }
}
