import ArgumentParser
import Foundation
import Gate
import Presenting
import Ticketing

struct NoticeList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The outbox of an organizer, oldest first. Sending is not this program's work.",
        discussion: """
            Codes that confirm an e-mail address are left out. Who sends the outbox, the owner of this data folder, \
            has them with --all.

              eventpass notice list --json |
                  jq 'select(.kind == "event-moved") | .recipient'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Flag(help: "Those of every organizer, codes included: for the owner of this data folder, who sends them.")
    var all = false

    func validate() throws {
        if all, choice.organizer != nil { throw ValidationError("say either --all or --organizer") }
    }

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let events = try KnownEvents(in: office)
        var lines = LineBuffer()
        func add(_ notice: Notice) throws {
            let zone = events.zone(of: notice.event)
            if output.json { return try lines.line(NoticeView(zone: zone).json(notice)) }
            let about = notice.payload["title"] ?? events.title(of: notice.event)
            let code = notice.kind == .confirmEmail ? notice.payload["code"].map { "code \($0)" } : nil
            let facts = [notice.kind.rawValue, notice.recipient, about, code].compactMap(\.self).map(\.visible)
            try lines.line("\(Sentences(timeZone: zone).moment(notice.created))  \(facts.joined(separator: "  "))")
        }
        if all {
            try office.forEachNoticeToSend(add)
        } else {
            try office.forEachNotice(of: try choice.organizer(in: office), add)
        }
        try lines.flush(orSay: "There are no messages.", output)
    }
}
