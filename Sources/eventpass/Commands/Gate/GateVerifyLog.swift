import ArgumentParser
import Management
import Presenting
import Store
import Ticketing

struct GateVerifyLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-log",
        abstract: "Verify that no ledger record was changed or removed.",
        discussion: """
            The command checks the hash chain of every device, and that the attendance matches the records. Exit \
            status 0 if everything is intact, 1 if not. Only the owner of the data folder may run it, because \
            devices scan for all organizers of a store.

              eventpass gate verify-log && eventpass gate stats new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var passphrase: GatePackPassphraseOption

    @Argument(
        help: "A gate pack, or an event that must exist. The chains of all devices are verified in any case.",
        completion: .file(extensions: ["gate"]))
    var event: String?

    func run() throws {
        let found = try store().read { try $0.ledger.verify() }
        try StandardOutput.line(output.json ? found.json.text : line(found))
        guard case .intact = found else { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func store() throws -> Store {
        if let path = event.flatMap(GateArgument.packPath) { return try passphrase.open(path, orCopy: true).store }
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        if let event { _ = try folder.signIn(to: store).events.event(named: event) }
        return store
    }

    private func line(_ found: LedgerVerification) -> String {
        switch found {
        case .intact(let devices, let records): "whole: \(counted(records, "record")) of \(counted(devices, "device"))"
        case .broken, .slotsDiffer: "broken: \(found.fault ?? "")"
        }
    }
}
