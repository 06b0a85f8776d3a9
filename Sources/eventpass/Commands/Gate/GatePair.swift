import ArgumentParser
import Management
import Presenting
import QRSymbol
import Ticketing

struct GatePair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Await a phone at a gate, which a server of this store pairs by a code.",
        discussion: """
            The code pairs one phone within ten minutes; five wrong ones end all that wait. With --server, the address \
            of eventpass serve, its symbol is drawn, for the phone's camera.

              eventpass gate pair new-year --gate North --name Amina
              eventpass gate pair new-year --gate North --server https://laptop.local:8443
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "The gate's name, such as North.")
    var gate: String
    @Option(help: "The function it serves, by name or number. (default: chosen at the gate)")
    var function: String?
    @Option(help: "Who works there. (default: they say it)")
    var name: String?
    @Option(help: "Where the server is that the phone reaches: https://NAME:PORT.")
    var server: String?

    func validate() throws {
        guard server.map({ $0.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-:\[\]]+/) != nil }) ?? true else {
            throw ValidationError("--server takes an address such as https://laptop.local:8443")
        }
    }

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .publishedFirst)
        let function = try function.map { try office.function(named: $0, of: event) }
        let (code, pairing) = try office.invitePhone(to: event, gate: gate, function: function, name: name)
        let link = server.map { "\($0)/pair#\(code.text)\(name == nil ? "" : "/named")" }
        if output.json {
            let view = DeviceView(zone: event.zone, now: .now())
            return try StandardOutput.line(
                view.json(pairing).adding([("code", .string(code.text)), ("link", .optional(link))]).text)
        }
        try StandardOutput.line("code \(code.text), until \(pairing.expires.iso8601(in: event.zone))")
        guard let link else { return }
        try StandardOutput.write(try QRSymbol(link).drawing(on: global.terminal()))
        try StandardOutput.line(link)
    }
}
