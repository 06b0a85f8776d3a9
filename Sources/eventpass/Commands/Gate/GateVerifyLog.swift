import ArgumentParser
import Management
import Presenting
import Store
import Ticketing

struct GateVerifyLog: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-log",
        abstract: "Walk the ledger's chains: nothing edited, nothing missing, and the places follow.",
        discussion: """
            Exit status 0 when all is whole, 1 when a chain is broken or who is inside does not follow from it. Devices \
            scan for every organizer of a store, so this is for the owner of the data folder.

              eventpass gate verify-log && eventpass gate stats new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var passphrase: PackPassphraseOption

    @Argument(
        help: "A pack; or an event that must be there. Chains belong to devices, so all of them are walked.",
        completion: .file(extensions: ["gate"]))
    var event: String?

    func run() throws {
        let found = try store().read { try $0.ledger.verify() }
        try StandardOutput.line(output.json ? found.json.text : line(found))
        guard case .whole = found else { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func store() throws -> Store {
        if let path = event.flatMap(GateArgument.packPath) { return try passphrase.open(path, orCopy: true).store }
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        if let event { _ = try folder.signIn(to: store).event(named: event) }
        return store
    }

    private func line(_ found: LedgerVerification) -> String {
        switch found {
        case .whole(let devices, let records): "whole: \(counted(records, "record")) of \(counted(devices, "device"))"
        case .broken, .placesDiffer: "broken: \(found.fault ?? "")"
        }
    }
}
