import ArgumentParser
import Cryptography
import TicketToken

struct KeyExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a key's secret to standard output, after a yes.",
        discussion: """
            Who has the secret can make tickets.

              eventpass key export --number 1 --yes | eventpass key import \\
                  --data elsewhere --number 1
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions

    @Option(help: "The key's number.")
    var number: UInt8

    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let ring = try global.ownersDataFolder().openKeyRing(keys)
        try Confirmation.need(
            yes, "Who reads the secret of key \(number) can make tickets. Write it to standard output?",
            of: "exporting a secret")
        try ring.withExportedSecret(of: number) { digits in
            var line = [UInt8](repeating: 0, count: digits.count + 1)
            for index in digits.indices { line[index] = digits[index] }
            line[digits.count] = UInt8(ascii: "\n")
            defer { SecretBytes.wipe(&line) }
            try StandardOutput.write(bytes: line)
        }
    }
}
