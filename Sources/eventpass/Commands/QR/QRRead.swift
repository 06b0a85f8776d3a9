import ArgumentParser
import Presenting
import SymbolReader

struct QRRead: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Print what the symbols of a picture say, one a line.",
        discussion: """
            PNG or PGM. Exit status 1 when no symbol is found.

              eventpass qr read ticket.png | eventpass token verify
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: "The picture, PNG or PGM.")
    var file: String

    func run() throws {
        let symbols = try SymbolReader.read(file: file)
        guard !symbols.isEmpty else {
            StandardError.say("error: no symbol was found in \(file.visible)")
            StandardError.say("hint: the whole symbol with its light border must be in the picture, and sharp")
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
