import ArgumentParser
import FileAccess
import Foundation
import Management
import Presenting
import Ticketing

extension Pack.Proof: TypedValue {}

struct GatePack: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack", abstract: "Make a gate pack: one file with which a gate works without this store.",
        discussion: """
            In it are the event, its types, functions and tickets, and what verifies them; no issuer key, e-mail address, \
            telephone number or price. With --proof list, nobody can make tickets of a stolen pack; tickets that are sold \
            later are unknown to it until eventpass gate refresh.

              eventpass gate pack new-year --device "Laptop 1" --gates North,South \\
                  --output north.gate
              eventpass gate run north.gate --gate North
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "What people call the device that it is for. Its packs are numbered.")
    var device: String
    @Option(help: "The names of the gates that it is for, with commas between them. (default: any)")
    var gates: String?
    @Option(help: "The only function that it is for, by name or number. (default: any)")
    var function: String?
    @Option(
        help: """
            What it verifies tickets with: list (of all that were issued), key (can make tickets, too) or ed25519 (of \
            events of that suite).
            """)
    var proof = Pack.Proof.list
    @Flag(help: "Put the holders' names into it.")
    var names = false
    @Flag(name: .customLong("passphrase"), help: "Seal the file with a passphrase, for the way.")
    var isSealed = false
    @OptionGroup var passphrase: PackPassphraseOption
    @Option(help: "From when on it lets nobody in any more. (default: a day after the event's end)")
    var expires: Moment?
    @Option(name: .customLong("output"), help: "The new file; its mode is 0600.", completion: .file())
    var file: String

    func run() throws {
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event, among: .publishedFirst)
        let order = PackOrder(
            name: device, proof: proof,
            gates: gates?.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init) ?? [],
            function: try function.map { try office.function(named: $0, of: event).number }, showsNames: names,
            expires: try expires?.instant(in: event.zone))
        let path = DataFolder.absolute(file)
        let secret = isSealed ? try Passphrase(passphrase).forSealing() : nil
        var progress = Progress("packing", total: try office.ticketCount(of: event))
        let summary = try making {
            try office.makePack(of: event, order, verifyingWith: ring, at: path, passphrase: secret) {
                progress.update($0)
            }
        }
        progress.finish()
        let view = PackView(pack: summary.pack, event: event)
        if output.json { return try StandardOutput.line(view.json(of: summary.contents, in: path).text) }
        try StandardOutput.line(
            "packed \(event.details.title.visible) for \(summary.pack.name.visible): \(view.summary(summary.contents))")
        StandardError.say("next: eventpass gate run \(file.visible) --gate NAME, where that file is")
    }

    private func making<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.errno == EEXIST {
            throw Failure(
                .badInput, "\(error.path) is there already; it was left untouched",
                hint: "choose another name; eventpass gate refresh brings a pack up to date")
        } catch let error as SystemError where [ENOENT, ENOTDIR].contains(error.errno) {
            throw Failure(
                .badInput, "there is no folder for \(DataFolder.absolute(file))",
                hint: "make the folder first, or choose another")
        }
    }
}
