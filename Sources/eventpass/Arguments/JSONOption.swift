import ArgumentParser
import Languages
import Presentation

/// The option for JSON output.
struct JSONOption: ParsableArguments {
    @Flag(help: ArgumentHelp(Text.json))
    var json = false

    /// Prints the new state and the id of an object that was revoked or ended: `revoked 4503599627370497`, or
    /// `{"id":"4503599627370497","state":"revoked"}`.
    func writeEnd(_ state: String, _ id: String) throws {
        try StandardOutput.line(
            json ? JSON.object([("id", .string(id)), ("state", .string(state))]).text : "\(state) \(id)")
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsJSON"

        case json = "Print JSON, one object per line."
    }
}
