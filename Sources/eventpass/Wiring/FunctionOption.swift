import ArgumentParser
import Management
import Ticketing

/// The option that selects a sub-event.
struct FunctionOption: ParsableArguments {
    @Option(help: "The function; required if the event has several.")
    var function: String?

    /// The selected sub-event, or the only one.
    ///
    /// - Throws: `GuestError`; `CommandFailure` if the option is missing and the event has several.
    func resolve(of event: Event, among functions: [EventFunction], _ services: ManagementServices) throws
        -> EventFunction
    {
        if let function { return try services.subEvents.function(named: function, of: event) }
        if functions.count == 1 { return functions[0] }
        guard !functions.isEmpty else { throw GuestError.noFunctions }
        throw CommandFailure(
            .usage, "the event has \(functions.count) functions",
            hint: "choose one with --function: \(functions.map(\.name).joined(separator: ", "))")
    }
}
