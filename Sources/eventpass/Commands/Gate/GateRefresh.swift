import ArgumentParser
import Management
import Presenting
import Ticketing

struct GateRefreshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Update a gate pack with the current tickets, types and keys.",
        discussion: """
            The pack keeps its gates' records. The update is one transaction. It is refused if the store is older \
            than the pack, for example after a restore from a backup.

              eventpass gate refresh north.gate --from new-year &&
                  eventpass gate run north.gate --gate North
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var passphrase: GatePackPassphraseOption

    @Argument(help: "The pack.", completion: .file(extensions: ["gate"]))
    var file: String
    @Option(help: "The event: its number, slug, or an unambiguous beginning of either.")
    var from: String
    @Option(help: "When the pack expires and admits nobody. (default: a day after the event's end)")
    var expires: Moment?

    func run() throws {
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let services = try folder.openServices()
        let event = try services.events.event(named: from, among: .publishedFirst)
        let pack = try passphrase.open(DataFolder.absolute(file))
        var progress = Progress("comparing", total: try services.tickets.ticketCount(of: event))
        let refresh = try services.gatePacks.refreshGatePack(
            pack, from: event, verifyingWith: ring, expires: expires?.instant(in: event.zone)
        ) { progress.update($0) }
        progress.finish()
        let view = GatePackJSON(pack: refresh.pack, event: event)
        if output.json { return try StandardOutput.line(view.json(of: refresh, in: pack.store.path).text) }
        let clock = ClockOffsetText(refresh.clock).map { "; its clock \($0.text)" } ?? ""
        try StandardOutput.line("refreshed \(refresh.pack.name.visible): \(view.summary(refresh.changes))\(clock)")
    }
}
