import ArgumentParser
import Foundation
import Languages
import Management
import Presentation
import Store
import Ticketing

struct NoticeStoppedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stopped", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice stopped
                  eventpass notice stopped --allow grace@example.org
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeStopped"

        case abstract = "List the addresses to which no messages are sent, with their orders and tickets."
        case discussion =
            """
            If a message came back because its address does not exist, or if the owner of an address complained, no \
            more messages are sent to this address. The list has only recipients of the organizer’s messages.

            {examples}
            """
        case allow = "Allow messages to this address again."
        case notAllowed =
            "messages to {address} are not stopped, or they were stopped because of a message that this organizer did not send"
    }

    /// The maximum number of addresses in the list.
    private static let most = 1000

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Option(help: ArgumentHelp(Text.allow, valueName: "address"))
    var allow: String?

    func run() throws {
        let services = try global.dataFolder().openServices()
        let organizer = try choice.organizer(in: services)
        if let allow {
            guard try services.notices.allowMessages(to: allow, of: organizer) else {
                throw CommandFailure(.badInput, Text.notAllowed, ["address": .text(allow.visible)])
            }
        }
        let events = try EventLookup(in: services)
        var lines = LineBuffer()
        for found in try services.notices.stoppedAddresses(of: organizer, limit: NoticeStoppedCommand.most) {
            if output.json { try lines.line(found.json) } else { try lines.line(found.line(events)) }
        }
        try lines.flush(orSay: "Messages are sent to all addresses.", output)
    }
}

extension Notices.StoppedAddress {
    /// A line such as `grace@example.org  Fair order 1912276171  Fair 7C4X-…  550 5.1.1 no such user`.
    fileprivate func line(_ events: EventLookup) -> String {
        let about = subjects.map { subject in
            let name = subject.order.map { "order \($0)" } ?? subject.ticket.map { "\($0)" }
            return [events.title(of: subject.event), name].compactMap(\.self).joined(separator: " ")
        }
        return ([address] + about + [englishAnswer].compactMap(\.self)).map(\.visible).joined(separator: "  ")
    }

    private var englishAnswer: String? { answer.map { Sentence(stored: $0).english } }

    fileprivate var json: JSON {
        .object([
            ("address", .string(address)), ("since", .string(since.iso8601(in: .gmt))),
            ("answer", .optional(englishAnswer)),
            (
                "about",
                .array(
                    subjects.map { subject in
                        .object([
                            ("event", .int(subject.event.rawValue)), ("order", .optional(subject.order?.rawValue)),
                            ("ticket", .optional(subject.ticket.map { "\($0)" })),
                        ])
                    })
            ),
        ])
    }
}
