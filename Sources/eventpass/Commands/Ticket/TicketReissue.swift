import ArgumentParser
import Management
import Presenting
import TicketToken
import Ticketing

struct TicketReissue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reissue", abstract: "Give a ticket a new token; the old one is refused from now on.",
        discussion: """
            For a lost phone, a passed-on screenshot, a retired or lost key. With --all, every ticket that stands and that \
            another key than the active one signed, in batches; what breaks off is continued by the same command. Printed \
            and sent copies of them stop working.

              eventpass key generate --number 2 && eventpass ticket reissue new-year --all
              eventpass ticket reissue new-year 4F7K-29QX --yes --json | jq -r .token
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: "The ticket's code, such as 4F7K-29QX; any case, with or without the hyphen.")
    var code: Given<TicketCode>?
    @Flag(help: "All tickets of the event that the active key has not signed.")
    var all = false
    @Flag(help: "Do not ask.")
    var yes = false

    func validate() throws {
        guard (code != nil) != all else { throw ValidationError("name a ticket's code, or say --all") }
    }

    func run() throws {
        let code = try code.map { try Fields.read(only: $0, "code") }
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        guard let code else { return try reissueAll(of: event, office, ring) }
        try Confirmation.need(
            yes, "Reissue ticket \(code) of \(try office.ticket(code, of: event).namedHolder)? Its old token dies.",
            of: "reissuing a ticket")
        let messages = try QueuedMessages(office, of: event)
        let ticket = try office.reissue(
            code, of: event, signingWith: ring, publicKeys: signing.use(of: ring))
        let renderer = TicketRenderer(event: event, types: try office.ticketTypes(of: event), ring: ring)
        try StandardOutput.line(
            output.json
                ? try renderer.json(ticket).text
                : "reissued \(ticket.code), issue \(ticket.issue): \(try renderer.token(of: ticket) ?? "")")
        try messages.say()
    }

    private func reissueAll(of event: Event, _ office: Office, _ ring: KeyRing) throws {
        let use = signing.use(of: ring)
        let plan = try office.reissuePlan(of: event, signingWith: ring, publicKeys: use)
        if plan.tickets > 0 {
            let notices =
                plan.reachable > 0 ? "; \(counted(plan.reachable, "notice")) to holders will wait to be sent" : ""
            try Confirmation.need(
                yes,
                """
                Reissue \(counted(plan.tickets, "ticket")) of \(event.details.title.visible)? Every copy that was printed or \
                sent stops working\(notices).
                """, of: "reissuing \(counted(plan.tickets, "ticket"))")
        }
        let messages = try QueuedMessages(office, of: event)
        var progress = Progress("reissuing", total: plan.tickets)
        let done = try office.reissueAll(of: event, signingWith: ring, publicKeys: use) { progress.update($0) }
        progress.finish()
        if output.json {
            try StandardOutput.line(
                JSON.object([
                    ("reissued", .int(done.count)), ("key", .int(done.key)),
                    ("not_reissued", .array(done.exhausted.map { .string($0.description) })),
                ]).text)
            return try messages.say()
        }
        try StandardOutput.line("reissued \(counted(done.count, "ticket")), signed with key \(done.key)")
        try messages.say()
        for code in done.exhausted {
            StandardError.say("warning: \(ManagementError.noIssueLeft(code)); cancel it and issue another")
        }
        guard done.count > 0 else { return }
        StandardError.say("copies that were printed or sent before are refused now; print or send the new ones")
        StandardError.say(
            "next: eventpass ticket export \(event.slug) --format png --output DIR; then eventpass gate refresh for each pack"
        )
    }
}
