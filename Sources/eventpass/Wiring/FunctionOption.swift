import ArgumentParser
import Management
import Ticketing

/// One function of an event.
struct FunctionOption: ParsableArguments {
    @Option(help: "The function; not needed when the event has one.")
    var function: String?

    /// - Throws: `CelebrationError`; `Failure` where it is not said, and there is more than one.
    func choice(of event: Event, among functions: [EventFunction], _ office: Office) throws -> EventFunction {
        if let function { return try office.function(named: function, of: event) }
        if functions.count == 1 { return functions[0] }
        guard !functions.isEmpty else { throw CelebrationError.noFunctions }
        throw Failure(
            .usage, "the event has \(functions.count) functions",
            hint: "say which with --function: \(functions.map(\.name).joined(separator: ", "))")
    }
}
