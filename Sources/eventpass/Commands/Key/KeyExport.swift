import ArgumentParser
import Cryptography
import TicketToken

struct KeyExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a key's secret to standard output, after confirmation.",
        discussion: """
            Anyone who has the secret can create tickets.

              eventpass key export 1 --yes | eventpass key import \\
                  --data elsewhere --number 1
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @OptionGroup var keyNumber: KeyNumberArgument

    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let number = try keyNumber.chosenNumber()
        let ring = try global.ownersDataFolder().openKeyRing(keys)
        try Confirmation.require(
            yes, "Anyone who has the secret of key \(number) can create tickets. Write it to standard output?",
            of: "exporting a secret")
        try ring.withExportedSecret(of: number) { digits in
            // Hexadecimal digits need no escaping in JSON. The line is built in one buffer, so that no copy remains
            // in memory.
            let before = Array((output.json ? "{\"number\":\(number),\"secret\":\"" : "").utf8)
            let after = Array((output.json ? "\"}\n" : "\n").utf8)
            var line = [UInt8](repeating: 0, count: before.count + digits.count + after.count)
            defer { SecretBytes.wipe(&line) }
            line.replaceSubrange(..<before.count, with: before)
            for index in digits.indices { line[before.count + index] = digits[index] }
            line.replaceSubrange((before.count + digits.count)..., with: after)
            try StandardOutput.write(bytes: line)
        }
    }
}
