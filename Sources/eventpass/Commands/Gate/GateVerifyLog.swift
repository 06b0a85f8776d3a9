import ArgumentParser
import Store

struct GateVerifyLog: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-log",
        abstract: "Walk the ledger's chains: nothing edited, nothing missing, and the places follow.",
        discussion: """
            Exit status 0 when all is whole, 1 when a chain is broken or who is inside does not follow from it.

              eventpass gate verify-log && eventpass gate stats new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "An event that must be there. Chains belong to devices, so all of them are walked.")
    var event: String?

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        if let event { _ = try folder.signIn(to: store).event(named: event) }
        switch try store.read({ try $0.ledger.verify() }) {
        case .whole(let devices, let records):
            let json = JSON.object([("whole", .bool(true)), ("devices", .int(devices)), ("records", .int(records))])
            try StandardOutput.line(
                output.json ? json.text : "whole: \(counted(records, "record")) of \(counted(devices, "device"))")
        case .placesDiffer(let tickets):
            let json = JSON.object([("whole", .bool(false)), ("tickets_with_other_places", .int(tickets))])
            let finding = "broken: who is inside does not follow from the records, for \(counted(tickets, "ticket"))"
            try StandardOutput.line(output.json ? json.text : finding)
            throw ExitCode(ExitStatus.refused.rawValue)
        case .broken(let device, let sequence, let fault):
            let json = JSON.object([
                ("whole", .bool(false)), ("device", .string(device.description)), ("sequence", .integer(sequence)),
                ("fault", .string(fault.rawValue)),
            ])
            try StandardOutput.line(
                output.json ? json.text : "broken: record \(sequence) of device \(device): \(fault.rawValue)")
            throw ExitCode(ExitStatus.refused.rawValue)
        }
    }
}
