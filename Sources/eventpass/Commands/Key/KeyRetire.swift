import ArgumentParser
import TicketToken

struct KeyRetireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Retire a key: gates opened from now on refuse the tickets that it signed.",
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
        let number = try keyNumber.chosenNumber()
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        try folder.ringCheck(at: ring.folder).requireOwnKeys()
        try Confirmation.require(
            yes, "Every ticket that key \(number) signed will be refused. Retire it?", of: "retiring a key")
        try ring.retire(number, at: .now())
        let json = ring.key(number)?.json ?? .null
        try StandardOutput.line(
            output.json ? json.text : "key \(number) is retired; reopen gates that are open now")
        if ring.signingKey == nil { StandardError.say("hint: no key signs now; create one: eventpass key generate") }
    }
}
