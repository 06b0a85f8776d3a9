import ArgumentParser
import Management
import Presenting
import Ticketing

struct GuestLinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Print the links to guests' invitations.",
        discussion: """
            Guests who share a code share the link. Without names, all guests with codes are listed.

              eventpass guest link wedding "Grace Nakato" --base https://wedding.example.org
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var base: BaseURLOption
    @OptionGroup var argument: EventArgument
    @Argument(help: "The guests, by number, e-mail or name. (default: all)")
    var guests: [String] = []

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event)
        try services.tickets.authorizeTokens(of: event)
        let ring = try folder.openKeyRing(keys, of: store)
        let view = TicketLinkJSON(event: event, ring: ring, base: base.base.text)
        var isEmpty = true
        func say(_ guest: Guest) throws {
            isEmpty = false
            let link = try view.invitation(
                with: guest.serial.map { try services.tickets.ticket(TicketCode($0), of: event) })
            guard output.json || link != nil else {
                StandardError.say("\(guest.name.visible) has no code yet, so there is no link")
                return
            }
            try StandardOutput.line(
                output.json ? view.json(guest, link).text : "\(guest.name.visible)  \(link ?? "")")
        }
        guard guests.isEmpty else {
            for name in guests { try say(try services.guests.guest(named: name, of: event).guest) }
            return
        }
        try services.guests.forEachGuest(of: event) { if $0.guest.serial != nil { try say($0.guest) } }
        if isEmpty, !output.json { try StandardOutput.line("There are no links: no guest has a code.") }
    }
}
