import ArgumentParser
import Presenting
import SymbolReader

struct QRReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Read all QR symbols in a picture and print one text per line.",
        discussion: """
            The picture is PNG or PGM. Exit status 1 if no symbol is found.

              eventpass qr read ticket.png | eventpass token verify
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: "The picture, PNG or PGM.")
    var file: String

    func run() throws {
        let symbols = try SymbolReader.read(file: file)
        guard !symbols.isEmpty else {
            StandardError.say("error: no symbol found in \(file.visible)")
            StandardError.say("hint: the picture must be sharp and show the whole symbol with its white border")
            throw ExitCode(ExitStatus.refused.rawValue)
        }
        for symbol in symbols {
            let json = JSON.object([
                ("text", .string(symbol.text)), ("level", .optional(symbol.errorCorrectionLevel)),
            ])
            try StandardOutput.line(output.json ? json.text : symbol.text.visible)
        }
    }
}
