import ArgumentParser
import TicketToken

struct KeyRetire: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Retire a key: every gate that opens from now on refuses the tickets it signed.",
        discussion: """
              eventpass key rotate && eventpass key retire 1 --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @OptionGroup var keyNumber: KeyNumberArgument

    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let number = try keyNumber.choice()
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        try folder.ringCheck(at: ring.folder).demandOwn()
        try Confirmation.need(
            yes, "Every ticket that key \(number) signed will be refused. Retire it?", of: "retiring a key")
        try ring.retire(number, at: .now())
        let json = ring.key(number)?.json ?? .null
        try StandardOutput.line(
            output.json ? json.text : "key \(number) is retired; gates that are open now must be opened again")
        if ring.signingKey == nil { StandardError.say("hint: no key signs now; eventpass key generate makes one") }
    }
}
