import Foundation
import Gate
import Presenting
import Ticketing

extension SubEventJSON {
    static func table(_ functions: [EventFunction], zone: TimeZone) -> Table {
        let sentences = VerdictSentences(timeZone: zone)
        var table = Table(
            "number", "type", "name", "start", "end", "venue", "note", empty: "The event has no functions.")
        for function in functions {
            let details = function.details
            table.add(
                "\(function.number)", details.kind.displayName, details.name,
                details.start.map(sentences.moment) ?? "–", details.end.map(sentences.moment) ?? "–",
                details.venue ?? "–", details.note ?? "–")
        }
        return table
    }
}
