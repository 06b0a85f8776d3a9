import ArgumentParser
import Management
import Presenting
import Ticketing

struct GateRefresh: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Bring a gate pack up to date: cancelled, re-issued and newly sold tickets.",
        discussion: """
            Types, rules and keys come along; what its gates have decided stays. All or nothing. A pack never becomes older \
            by it: an office that was restored from a backup and remembers less is refused.

              eventpass gate refresh north.gate --from new-year &&
                  eventpass gate run north.gate --gate North
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var passphrase: PackPassphraseOption

    @Argument(help: "The pack.", completion: .file(extensions: ["gate"]))
    var file: String
    @Option(help: "The event: its number, slug, or an unambiguous beginning of either.")
    var from: String
    @Option(help: "From when on it lets nobody in any more. (default: a day after the event's end)")
    var expires: Moment?

    func run() throws {
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let office = try folder.openOffice()
        let event = try office.event(named: from, among: .publishedFirst)
        let pack = try passphrase.open(DataFolder.absolute(file))
        var progress = Progress("comparing", total: try office.ticketCount(of: event))
        let refresh = try office.refresh(
            pack, from: event, verifyingWith: ring, expires: expires?.instant(in: event.zone)
        ) { progress.update($0) }
        progress.finish()
        let view = PackView(pack: refresh.pack, event: event)
        if output.json { return try StandardOutput.line(view.json(of: refresh, in: pack.store.path).text) }
        let clock = ClockWords(refresh.clock).map { "; its clock \($0.text)" } ?? ""
        try StandardOutput.line("refreshed \(refresh.pack.name.visible): \(view.summary(refresh.changes))\(clock)")
    }
}
