import ArgumentParser
import Foundation
import Ticketing

/// A value that people type, and what is allowed in its place.
protocol TypedValue: ExpressibleByArgument {
    static var allowed: String { get }
}

extension TypedValue where Self: CaseIterable {
    /// `public, private or celebration`
    static var allowed: String {
        let all = allValueStrings
        return [all.dropLast().joined(separator: ", "), all.suffix(1).joined()].joined(separator: " or ")
    }
}

/// What was typed for a field of a create or an edit. `Fields` reads it: the parser of the command line would tell the
/// first fault alone.
struct Given<Value: TypedValue>: ExpressibleByArgument {
    let text: String

    init(argument: String) { text = argument }

    static var allValueStrings: [String] { Value.allValueStrings }
    static var defaultCompletionKind: CompletionKind { Value.defaultCompletionKind }

    fileprivate var fault: String { "“\(text)” is not allowed; write \(Value.allowed)" }
}

/// Reads the fields of a create or an edit, and gathers everything in them that is not allowed.
///
/// ```swift
/// var fields = Fields()
/// let price = fields.read(price, "price")
/// try fields.end(besides: draft.faults)
/// ```
struct Fields {
    private var faults: [String] = []

    /// The value; nil when nothing was said, or nothing that is allowed.
    ///
    /// - Parameter name: as the option is called.
    mutating func read<Value: TypedValue>(_ given: Given<Value>?, _ name: String) -> Value? {
        guard let given else { return nil }
        if let value = Value(argument: given.text) { return value }
        refuse(name, given.fault)
        return nil
    }

    /// The value of a field that stands alone.
    ///
    /// - Throws: `Failure` for what is not allowed.
    static func read<Value: TypedValue>(only given: Given<Value>, _ name: String) throws -> Value {
        guard let value = Value(argument: given.text) else { throw Failure(.badInput, "\(name): \(given.fault)") }
        return value
    }

    /// The values that are allowed.
    mutating func read<Value: TypedValue>(_ given: [Given<Value>], _ name: String) -> [Value] {
        given.compactMap { read($0, name) }
    }

    /// The moment, in a zone unless it says an offset.
    mutating func read(_ moment: Moment?, _ name: String, in timeZone: TimeZone) throws -> Instant? {
        do {
            return try moment?.instant(in: timeZone)
        } catch let failure as Failure {
            refuse(name, [failure.message, failure.hint].compactMap(\.self).joined(separator: "; "))
            return nil
        }
    }

    /// A moment, or nil where it is taken away.
    mutating func read(_ given: Given<Setting<Moment>>, _ name: String, in timeZone: TimeZone) throws -> Instant? {
        try read(read(given, name)?.value, name, in: timeZone)
    }

    /// A text, if there is one.
    mutating func demand(text: String?, _ name: String) {
        if let fault = text.flatMap({ NameFault.of($0) }) { refuse(name, "\(fault)") }
    }

    mutating func refuse(_ name: String, _ allowed: String) { faults.append("\(name): \(allowed)") }

    /// Goes on when everything could be read. What the office would say of the rest is told in the same breath else.
    ///
    /// - Throws: `Failure` with every fault.
    func end(besides others: @autoclosure () throws -> [some CustomStringConvertible]) throws {
        if faults.isEmpty { return }
        let all = faults + (try others()).map(\.description)
        throw Failure(.badInput, all.joined(separator: "; "))
    }

    func end() throws { try end(besides: [String]()) }
}
