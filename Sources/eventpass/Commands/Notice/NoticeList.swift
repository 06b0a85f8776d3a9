import ArgumentParser
import Foundation
import Gate
import Ticketing

struct NoticeList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The outbox of an organizer, oldest first. Sending is not this program's work.",
        discussion: """
            eventpass notice list --json | jq 'select(.kind == "event-moved") | .recipient'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let sentences = Sentences(timeZone: .gmt)
        var lines = LineBuffer()
        try office.forEachNotice(of: try choice.organizer(in: office)) { notice in
            if output.json { return try lines.line(json(notice)) }
            try lines.line(
                "\(sentences.moment(notice.created))  \(notice.kind.rawValue)  \(notice.recipient.visible)  "
                    + (notice.payload["title"]?.visible ?? ""))
        }
        try lines.flush()
    }

    private func json(_ notice: Notice) -> JSON {
        .object([
            ("key", .string(notice.key)), ("kind", .string(notice.kind.rawValue)),
            ("recipient", .string(notice.recipient)), ("event", .optional(notice.event?.rawValue)),
            ("payload", .fields(notice.payload)), ("created", .string(notice.created.iso8601(in: .gmt))),
            ("sent", .optional(notice.sent?.iso8601(in: .gmt))),
        ])
    }
}
