import ArgumentParser
import Management
import Presenting
import Ticketing

struct GuestInvite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invite guests to functions, and issue the codes that are missing.",
        discussion: """
            Without --function it only issues codes to those who are invited somewhere already and have none. A code \
            is a ticket; it opens exactly the functions its guests are invited to.

              eventpass guest invite wedding --all --function ceremony --function reception
              eventpass guest invite wedding --guest 7 --withdraw reception --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "A guest, by number, e-mail or name; may be said again.")
    var guest: [String] = []
    @Flag(help: "Every guest.")
    var all = false
    @Option(help: "A function they are invited to; may be said again.")
    var function: [String] = []
    @Option(help: "A function they are not invited to any more; may be said again.")
    var withdraw: [String] = []
    @Flag(help: "Do not ask before invitations are taken back.")
    var yes = false
    @Option(help: "Who shares a new code. (default: household)")
    var codes: Given<CodeSharing>?
    @Option(help: "The ticket type of new codes; made when it is not there.")
    var type = "Guest"

    func validate() throws {
        guard all != !guest.isEmpty else { throw ValidationError("say either --all or --guest NAME") }
    }

    func run() throws {
        var fields = Fields()
        let sharing = fields.read(codes, "codes") ?? .household
        fields.demand(text: type, "type")
        try fields.end()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        let number = { try office.function(named: $0, of: event).number }
        let change = InvitationChange(
            inviting: try function.map(number), withdrawing: try withdraw.map(number), sharing: sharing, type: type)
        if !withdraw.isEmpty {
            let whose = all ? "every guest" : guest.joined(separator: ", ")
            try Confirmation.need(
                yes, "Take the invitation to \(withdraw.joined(separator: ", ").visible) back from \(whose.visible)?",
                of: "taking invitations back")
        }
        let messages = try QueuedMessages(office, of: event)
        var progress = Progress("invite", total: nil)
        defer { progress.finish() }
        let summary = try office.invite(
            all ? .all : .named(guest), change, of: event, signingWith: ring, publicKeys: signing.use(of: ring),
            progress: { progress.update($0) })
        progress.finish()
        let view = InvitationSummaryView(event: event, summary: summary)
        for line in output.json ? [view.report.text] : view.lines { try StandardOutput.line(line) }
        try messages.say()
        StandardError.say("next: eventpass ticket export \(event.slug) --format png --output DIR")
    }
}
