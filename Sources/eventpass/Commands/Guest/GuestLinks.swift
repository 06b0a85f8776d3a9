import ArgumentParser
import Management
import Presenting
import Ticketing

struct GuestLinks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Say the links by which guests open their invitations and answer them.",
        discussion: """
            Guests of one household who share a code share the link. Without names it is the links of all who have a code.

              eventpass guest link wedding "Grace Nakato" --base https://wedding.example.org
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var base: BaseOption
    @OptionGroup var argument: EventArgument
    @Argument(help: "Guests: number, e-mail or name; none is all.")
    var guests: [String] = []

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        try office.authorizeTokens(of: event)
        let ring = try folder.openKeyRing(keys, of: store)
        let view = LinkView(event: event, ring: ring, base: base.base.text)
        var isEmpty = true
        func say(_ guest: Guest) throws {
            isEmpty = false
            let link = try view.invitation(with: guest.serial.map { try office.ticket(TicketCode($0), of: event) })
            guard output.json || link != nil else {
                StandardError.say("\(guest.name.visible) has no code yet, and so no link")
                return
            }
            try StandardOutput.line(
                output.json ? view.json(guest, link).text : "\(guest.name.visible)  \(link ?? "")")
        }
        guard guests.isEmpty else {
            for name in guests { try say(try office.guest(named: name, of: event).guest) }
            return
        }
        try office.forEachGuest(of: event) { if $0.guest.serial != nil { try say($0.guest) } }
        if isEmpty, !output.json { try StandardOutput.line("There are no links: no guest has a code.") }
    }
}
