import ArgumentParser
import Languages
import Management
import Presentation
import TicketToken
import Ticketing

struct TicketReissueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reissue", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass key generate --number 2 && eventpass ticket reissue new-year --all
                  eventpass ticket reissue new-year 4F7K-29QX --yes --json | jq -r .token
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketReissue"

        case abstract = "Give a ticket a new token; gates refuse the old token."
        case discussion =
            """
            Use this command if a phone was lost, a screenshot was shared, or a key was retired or lost. With --all, \
            the command reissues, in batches, all active tickets that the current signing key did not sign. After an \
            interruption, run the command again to continue. Copies that were printed or sent stop working.

            {examples}
            """
        case all = "Reissue all active tickets of the event that the current signing key did not sign."
        case oneSource = "give a ticket's code or --all"
        case notConfirmed = "reissuing a ticket needs confirmation"
        case manyNotConfirmed =
            "reissuing {count} ticket needs confirmation|reissuing {count} tickets needs confirmation"
        case question = "Reissue ticket {code} of {holder}? Gates will refuse the old token."
        case manyQuestion =
            "Reissue {count} ticket of {event}? Every copy that was printed or sent stops working.|Reissue {count} tickets of {event}? Every copy that was printed or sent stops working."
        case messagesQuestion =
            "Reissue {count} ticket of {event}? Every copy that was printed or sent stops working; messages to {people} will be queued.|Reissue {count} tickets of {event}? Every copy that was printed or sent stops working; messages to {people} will be queued."
        case noIssueLeft = "{error}; cancel the ticket and issue another ticket"
        case oldCopiesRefused = "gates now refuse earlier printed or sent copies; print or send the new ones"
        case exportAndRefresh = "eventpass ticket export {event} --format png --output DIR; then refresh each gate pack"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: ArgumentHelp(TicketArgument.Text.code))
    var code: ParsedArgument<TicketCode>?
    @Flag(help: ArgumentHelp(Text.all))
    var all = false
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func validate() throws {
        guard (code != nil) != all else { throw ValidationError(Text.oneSource) }
    }

    func run() throws {
        let code = try code.map { try FieldParser.read(only: $0, "code") }
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        guard let code else { return try reissueAll(of: event, services, ring) }
        try Confirmation.require(
            yes,
            Sentence(
                Text.question,
                ["code": "\(code)", "holder": try services.tickets.ticket(code, of: event).namedHolder]),
            refusal: Sentence(Text.notConfirmed))
        let messages = try QueuedMessageReport(services, of: event, global)
        let ticket = try services.tickets.reissue(
            code, of: event, signingWith: ring, publicKeys: signing.publicKeyUse(of: ring))
        let renderer = TicketRenderer(event: event, types: try services.ticketTypes.ticketTypes(of: event), ring: ring)
        try StandardOutput.line(
            output.json
                ? try renderer.json(ticket).text
                : "reissued \(ticket.code), issue \(ticket.issue): \(try renderer.token(of: ticket) ?? "")")
        try messages.say(about: .owners([ticket.serial]), by: .ticketReissued)
    }

    private func reissueAll(of event: Event, _ services: ManagementServices, _ ring: KeyRing) throws {
        let use = signing.publicKeyUse(of: ring)
        let plan = try services.tickets.reissuePlan(of: event, signingWith: ring, publicKeys: use)
        if plan.tickets > 0 {
            var arguments: [String: SentenceArgument] = [
                "count": .number(plan.tickets), "event": .text(event.details.title),
            ]
            if plan.recipients > 0 { arguments["people"] = CountText.people.of(plan.recipients) }
            try Confirmation.require(
                yes, Sentence(plan.recipients > 0 ? Text.messagesQuestion : .manyQuestion, arguments),
                refusal: Sentence(Text.manyNotConfirmed, ["count": .number(plan.tickets)]))
        }
        let messages = try QueuedMessageReport(services, of: event, global)
        var progress = Progress(.reissuing, total: plan.tickets)
        // The user has confirmed the number of recipients, by answering the question or with --yes.
        let confirmed = services.allowingMessages(to: yes ? .max : plan.recipients)
        let done = try confirmed.tickets.reissueAll(of: event, signingWith: ring, publicKeys: use) {
            progress.update($0)
        }
        progress.finish()
        if output.json {
            try StandardOutput.line(
                JSON.object([
                    ("reissued", .int(done.count)), ("key", .int(done.key)),
                    ("not_reissued", .array(done.exhausted.map { .string($0.description) })),
                ]).text)
            return try messages.say(about: .owners(done.named), by: .ticketReissued)
        }
        try StandardOutput.line("reissued \(counted(done.count, "ticket")), signed with key \(done.key)")
        try messages.say(about: .owners(done.named), by: .ticketReissued)
        for code in done.exhausted {
            StandardError.warn(Text.noIssueLeft, ["error": .sentence(ManagementError.noIssueLeft(code).sentence)])
        }
        guard done.count > 0 else { return }
        StandardError.say(Text.oldCopiesRefused)
        StandardError.next(Text.exportAndRefresh, ["event": .text(event.slug)])
    }
}

struct TicketTransferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass ticket transfer new-year 4F7K-29QX --to "Sarah Auma" \\
                      --email sarah@example.org --yes --json | jq -r .token
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketTransfer"

        case abstract = "Transfer a ticket to another person, with a new token."
        case discussion =
            """
            Gates refuse the old token. A message is queued for the old holder and for the new holder, if their \
            e-mail addresses are known.

            {examples}
            """
        case to = "The new holder."
        case email = "The new holder's e-mail address."
        case notConfirmed = "transferring a ticket needs confirmation"
        case question = "Transfer ticket {code} of {holder} to {newHolder}? Gates will refuse the old token."
        case peopleInside =
            "{count} person is already inside on this ticket|{count} people are already inside on this ticket"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    @Option(help: ArgumentHelp(Text.to))
    var to: String
    @Option(help: ArgumentHelp(Text.email))
    var email: ParsedArgument<EmailAddress>?

    func run() throws {
        var fields = FieldParser()
        let address = fields.read(email, "email")
        fields.checkText(text: to, "to")
        try fields.finish()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let code = try ticketArgument.ticketCode()
        let former = try services.tickets.ticket(code, of: event)
        try Confirmation.require(
            yes,
            Sentence(Text.question, ["code": "\(code)", "holder": former.namedHolder, "newHolder": .text(to)]),
            refusal: Sentence(Text.notConfirmed))
        let messages = try QueuedMessageReport(services, of: event, global)
        // The former holder is looked up before the transfer. Afterwards, the ticket belongs to the new holder.
        var unreached =
            former.holder == nil && former.email == nil
            ? UnreachedPeople()
            : try services.notices.unreached(.holders([former.serial]), by: .ticketTransferred, of: event)
        let ticket = try services.tickets.transfer(
            code, of: event, to: to, email: address?.rawValue, signingWith: ring,
            publicKeys: signing.publicKeyUse(of: ring))
        let renderer = TicketRenderer(event: event, types: try services.ticketTypes.ticketTypes(of: event), ring: ring)
        try StandardOutput.line(
            output.json
                ? try renderer.json(ticket).text
                : "transferred \(ticket.code) to \(to.visible), issue \(ticket.issue): \(try renderer.token(of: ticket) ?? "")"
        )
        // If both holders have the same address, this address gets one message and counts once.
        if former.email == nil || former.email != ticket.email {
            unreached.add(try services.notices.unreached(.holders([ticket.serial]), by: .ticketTransferred, of: event))
        }
        try messages.say(about: unreached)
        let inside = try services.tickets.inside(on: ticket, of: event)
        if inside > 0 {
            StandardError.warn(Text.peopleInside, ["count": .number(inside)])
        }
    }
}

struct TicketResendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass ticket resend new-year 4F7K-29QX
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketResend"

        case abstract = "Queue a ticket's message to its holder again."
        case discussion =
            """
            The message goes to the ticket's holder, or to the buyer if the holder has no e-mail address. For an \
            invitation, a message goes to each guest. To list the queued messages, use “eventpass notice list”. The \
            ticket and its token do not change.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let resent = try services.tickets.resend(try ticketArgument.ticketCode(), of: event)
        let unreached = try services.notices.unreached(
            .tickets([resent.ticket.serial]), by: resent.kind, of: event)
        let count = resent.recipients.count
        let messages = PendingEmailNotice(
            count: count, stopped: min(count, unreached.withAddress), of: .change, sender: global.messageSender)
        try StandardOutput.line(
            output.json
                ? ResentTicketJSON(resent: resent, unreached: unreached, zone: event.zone).json.text
                : "ticket \(resent.ticket.code): \(messages.sentence); to "
                    + resent.recipients.map(\.visible).joined(separator: ", "))
        StandardError.warn(of: unreached, at: event)
    }
}
