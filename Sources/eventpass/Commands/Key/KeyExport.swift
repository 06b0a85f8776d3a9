import ArgumentParser
import Cryptography
import TicketToken

struct KeyExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a key's secret to standard output, after a yes.",
        discussion: """
            Who has the secret can make tickets.

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
        let number = try keyNumber.choice()
        let ring = try global.ownersDataFolder().openKeyRing(keys)
        try Confirmation.need(
            yes, "Who reads the secret of key \(number) can make tickets. Write it to standard output?",
            of: "exporting a secret")
        try ring.withExportedSecret(of: number) { digits in
            // Hexadecimal digits, which JSON takes as they are. Made in one piece: no copy is left behind.
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
