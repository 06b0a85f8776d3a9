import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct GuestInviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass guest invite wedding --all --sub-event ceremony \\
                      --sub-event reception
                  eventpass guest invite wedding --guest 7 --withdraw reception --yes
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGuestInvite"

        case abstract = "Invite guests to sub-events and issue missing codes."
        case discussion =
            """
            Without --sub-event, the command only issues codes for invited guests who have no code. A code's ticket is \
            valid only for the sub-events to which the code's guests are invited.

            {examples}
            """
        case guest = "A guest, by number, e-mail address or name; repeat for more."
        case all = "Select every guest."
        case subEvent = "Invite to this sub-event; repeat for more."
        case withdraw = "Withdraw the invitation to this sub-event; repeat for more."
        case yes = "Don't ask before withdrawing invitations, or before queueing messages to many people."
        case codes = "The guests who share a new code. (default: household)"
        case type = "The ticket type of new codes. If it does not exist, it is created."
        case allOrGuest = "give either --all or --guest NAME"
        case notConfirmed = "withdrawing invitations needs confirmation"
        case question = "Withdraw the invitation to {subEvents} from {guests}?"
        case everyGuest = "every guest"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: ArgumentHelp(Text.guest))
    var guest: [String] = []
    @Flag(help: ArgumentHelp(Text.all))
    var all = false
    @Option(help: ArgumentHelp(Text.subEvent))
    var subEvent: [String] = []
    @Option(help: ArgumentHelp(Text.withdraw))
    var withdraw: [String] = []
    @Flag(help: ArgumentHelp(Text.yes))
    var yes = false
    @Option(help: ArgumentHelp(Text.codes))
    var codes: ParsedArgument<CodeSharing>?
    @Option(help: ArgumentHelp(Text.type))
    var type = "Guest"

    func validate() throws {
        guard all != !guest.isEmpty else { throw ValidationError(Text.allOrGuest) }
    }

    func run() throws {
        var fields = FieldParser()
        let sharing = fields.read(codes, "codes") ?? .household
        fields.checkText(text: type, "type")
        try fields.finish()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event)
        let found = { try services.subEvents.subEvent(named: $0, of: event) }
        let (invited, withdrawn) = (try subEvent.map(found), try withdraw.map(found))
        let change = InvitationChange(
            inviting: invited.map(\.number), withdrawing: withdrawn.map(\.number), sharing: sharing, type: type)
        if !withdraw.isEmpty {
            let guests: SentenceArgument =
                all ? .sentence(Text.everyGuest) : .text(guest.joined(separator: ", "))
            try Confirmation.require(
                yes,
                Sentence(
                    Text.question,
                    ["subEvents": .text(withdrawn.map(\.name).joined(separator: ", ")), "guests": guests]),
                refusal: Sentence(Text.notConfirmed))
        }
        let messages = try QueuedMessageReport(services, of: event, global)
        var progress = Progress(.inviting, total: nil)
        defer { progress.finish() }
        let use = signing.publicKeyUse(of: ring)
        let summary = try Confirmation.beforeMessages(yes, services, beforeQuestion: { progress.finish() }) {
            try $0.guests.invite(
                all ? .all : .named(guest), change, of: event, signingWith: ring, publicKeys: use,
                progress: { progress.update($0) })
        }
        progress.finish()
        let summaryJSON = InvitationSummaryJSON(event: event, summary: summary)
        for line in output.json ? [summaryJSON.report.text] : summaryJSON.lines { try StandardOutput.line(line) }
        try messages.say(about: .guests(summary.guests), by: .invitation)
        StandardError.next("eventpass ticket export \(event.slug) --format png --output DIR")
    }
}
