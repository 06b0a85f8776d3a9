import ArgumentParser
import Foundation
import Languages
import Ticketing

/// A command-line value with a description of the allowed values.
protocol ArgumentValue: ExpressibleByArgument {
    /// The allowed values, in the language of the command line.
    static var allowed: String { get }
}

extension ArgumentValue where Self: CaseIterable {
    /// All values in one phrase, such as `public, private or celebration`.
    static var allowed: String {
        Language.ofCommandLine.text(FieldSentence.oneOf, ["values": .alternatives(allValueStrings)])
    }
}

/// The text of an option's value. ArgumentParser would report only the first faulty value of a command. So this type
/// only keeps the text, and `FieldParser` parses all values and reports all faults.
struct ParsedArgument<Value: ArgumentValue>: ExpressibleByArgument {
    let text: String

    init(argument: String) { text = argument }

    static var allValueStrings: [String] { Value.allValueStrings }
    static var defaultCompletionKind: CompletionKind { Value.defaultCompletionKind }

    fileprivate var fault: Sentence {
        Sentence(FieldParser.Text.notAllowed, ["value": "“\(text)”", "allowed": .text(Value.allowed)])
    }
}

/// Parses the options of a create or edit command and collects all faults.
///
/// ```swift
/// var fields = FieldParser()
/// let price = fields.read(price, "price")
/// try fields.finish(adding: draft.faults)
/// ```
struct FieldParser {
    private var faults: [FieldFault] = []

    enum Text: String, SentenceKey {
        static let subject = "fieldParser"

        case notAllowed = "{value} is not allowed; write {allowed}"
        case notAllowedOrNone = "{value} is not allowed; write {allowed}; or none"
    }

    /// Parses a value. Returns nil if the value is missing or invalid. Collects the fault of an invalid value.
    ///
    /// - Parameter name: the option's name, for the fault.
    mutating func read<Value: ArgumentValue>(_ given: ParsedArgument<Value>?, _ name: String) -> Value? {
        guard let given else { return nil }
        if let value = Value(argument: given.text) { return value }
        refuse(name, given.fault)
        return nil
    }

    /// Parses a value. Throws the value's fault at once instead of collecting the fault.
    ///
    /// - Throws: `CommandFailure` if the value is not allowed.
    static func read<Value: ArgumentValue>(only given: ParsedArgument<Value>, _ name: String) throws -> Value {
        guard let value = Value(argument: given.text) else {
            throw CommandFailure(.badInput, FieldFault(name, given.fault).sentence)
        }
        return value
    }

    /// Parses values. Returns the valid values, and collects the faults of the invalid values.
    mutating func read<Value: ArgumentValue>(_ given: [ParsedArgument<Value>], _ name: String) -> [Value] {
        given.compactMap { read($0, name) }
    }

    /// Parses a time. A time without an offset is a local time in the given time zone.
    ///
    /// - Parameter time: the time of day that a date without a time means.
    mutating func read(
        _ moment: Moment?, _ name: String, in timeZone: TimeZone, ofDate time: Moment.TimeOfDate = .startOfDay
    ) -> Instant? {
        do throws(CommandFailure) {
            return try moment?.instant(in: timeZone, ofDate: time)
        } catch let failure {
            refuse(name, .verbatim([failure.message, failure.hint].compactMap(\.self).joined(separator: "; ")))
            return nil
        }
    }

    /// Checks a text. If the text is not allowed, collects the fault. A text that is nil has no fault.
    mutating func checkText(text: String?, _ name: String) {
        if let fault = text.flatMap({ TextFault.of($0) }) { refuse(name, fault.sentence) }
    }

    mutating func refuse(_ name: String, _ allowed: Sentence) { faults.append(FieldFault(name, allowed)) }

    /// Throws an error with all faults, if any faults were collected.
    ///
    /// - Parameter others: further faults, such as the faults of a whole draft. They are added only if a fault was
    ///   collected. Otherwise, the operation that uses the draft reports them.
    ///
    /// - Throws: `CommandFailure` with all faults.
    func finish(adding others: @autoclosure () throws -> [some SentenceConvertible]) throws {
        if faults.isEmpty { return }
        let all = faults.map(\.sentence) + (try others()).map(\.sentence)
        throw CommandFailure(.badInput, .list(all, separator: "; "))
    }

    func finish() throws { try finish(adding: [FieldFault]()) }
}
