import ArgumentParser
import FileAccess
import Foundation
import Languages
import Presentation
import QRSymbol
import SymbolReader

struct QRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: Text.abstract.text,
        subcommands: [QRRenderCommand.self, QRReadCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandQR"

        case abstract = "Create and read QR symbols."
    }
}

/// The options for the error correction and the size of a QR symbol that is written as an image.
struct SymbolImageOptions: ParsableArguments {
    @Option(name: .customLong("level"), help: ArgumentHelp(Text.statedLevel))
    var statedLevel: ErrorCorrectionLevel?
    @Option(help: ArgumentHelp(Text.scale))
    var scale: Int?
    @Option(help: ArgumentHelp(Text.pixels))
    var pixels: Int?
    @Option(help: ArgumentHelp(Text.mm))
    var mm: Double?
    @Option(help: ArgumentHelp(Text.dpi))
    var dpi: Double?
    @Option(name: .customLong("quiet-zone"), help: ArgumentHelp(Text.statedQuietZone))
    var statedQuietZone: Int?

    var level: ErrorCorrectionLevel { statedLevel ?? .medium }
    var quietZone: Int { statedQuietZone ?? 4 }

    func validate() throws {
        if [scale != nil, pixels != nil, mm != nil].count(where: \.self) > 1 {
            throw ValidationError(Text.oneSize)
        }
        if dpi != nil, mm == nil { throw ValidationError(Text.dpiWithoutWidth) }
        if !QRSymbol.quietZones.contains(quietZone) {
            throw ValidationError(
                Text.quietZoneOutOfRange,
                [
                    "least": .number(QRSymbol.quietZones.lowerBound), "most": .number(QRSymbol.quietZones.upperBound),
                ])
        }
    }

    func size() throws -> PNGSize {
        if let pixels { return .pixels(pixels) }
        guard let mm else { return .scale(scale ?? 8) }
        guard let dpi else {
            throw CommandFailure(.usage, Text.dpiRequired, hint: Sentence(Text.dpiRequiredHint))
        }
        return .millimetres(mm, dpi: dpi)
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsSymbolImage"

        case statedLevel = "Error correction: L (7 %), M (15 %), Q (25 %) or H (30 %). (default: M)"
        case scale = "Pixels per module. (default: 8)"
        case pixels =
            "The maximum width in pixels, including the white border. Each module is a whole number of pixels wide."
        case mm = "The width in millimetres, including the white border, rounded to whole dots; PNG needs --dpi."
        case dpi = "The printer's dots per inch."
        case statedQuietZone = "The white border, in modules; scanners need 4. (default: 4)"
        case oneSize = "give only one of --scale, --pixels and --mm"
        case dpiWithoutWidth = "--dpi needs --mm"
        case quietZoneOutOfRange = "--quiet-zone must be {least} to {most} modules"
        case dpiRequired = "a PNG with --mm needs --dpi, too"
        case dpiRequiredHint = "add --dpi 300"
    }
}

extension Terminal {
    var symbolStyle: TerminalStyle {
        switch (isUTF8, hasColour) {
        case (true, true): .colouredBlocks
        case (true, false): .blocks()
        case (false, true): .colouredASCII
        case (false, false): .ascii()
        }
    }
}

extension QRSymbol {
    func drawing(on terminal: Terminal, quietZone: Int = 4) throws -> String {
        try terminalBlocks(terminal.symbolStyle, quietZone: quietZone, columns: terminal.columns)
    }
}

struct QRReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass qr read ticket.png | eventpass token verify
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandQRRead"

        case abstract = "Read all QR symbols in a picture and print one text per line."
        case discussion =
            """
            The picture is a PNG or PGM file. The exit status is 1 if no symbol is found.

            {examples}
            """
        case file = "The picture, PNG or PGM."
        case noSymbol = "no symbol found in {file}"
        case noSymbolHint = "the picture must be sharp and show the whole symbol with its white border"
    }

    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(Text.file))
    var file: String

    func run() throws {
        let symbols = try SymbolReader.read(file: file)
        guard !symbols.isEmpty else {
            StandardError.fail(Text.noSymbol, ["file": .text(file)])
            StandardError.hint(Text.noSymbolHint)
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

struct QRRenderCommand: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case png, svg, terminal, ascii
    }

    static let configuration = CommandConfiguration(
        commandName: "render", abstract: Text.abstract.text,
        discussion: """
              eventpass qr render --format png --output hello.png "Hello" &&
                  eventpass qr read hello.png
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandQRRender"

        case abstract = "Create a QR symbol from a text."
        case format = "{formats}."
        case output = "The output file. (default: standard output)"
        case title = "The SVG's title. (default: the text)"
        case text = "The text of the symbol. (default: standard input, without its last line feed)"
        case jsonWithoutOutput = "--json needs --output FILE"
        case pngHint = "add --output FILE or --format terminal"
        case notUTF8 = "standard input is not UTF-8 text"
        case written = "wrote {path}: {modules} × {modules} modules"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var picture: SymbolImageOptions

    @Option(help: ArgumentHelp(Text.format, ["formats": .alternatives(Format.allCases.map(\.rawValue))]))
    var format: Format
    @Option(help: ArgumentHelp(Text.output))
    var output: String?
    @OptionGroup var replacing: ReplaceOption
    @Option(help: ArgumentHelp(Text.title))
    var title: String?
    @Argument(help: ArgumentHelp(Text.text))
    var text: String?

    func validate() throws {
        if json.json, output == nil { throw ValidationError(Text.jsonWithoutOutput) }
    }

    func run() throws {
        let text = try text ?? QRRenderCommand.standardInput()
        let symbol = try QRSymbol(text, level: picture.level)
        let drawn = try bytes(of: symbol, title: title ?? text)
        guard let output else {
            if format == .png {
                try StandardOutput.refuseTerminal(
                    Sentence(StandardOutput.Text.pngOnTerminal), hint: Sentence(Text.pngHint))
            }
            return try StandardOutput.write(bytes: drawn)
        }
        try replacing.explainingExistingFile { try AtomicFile.write(drawn, to: output, existing: replacing.existing) }
        if json.json {
            return try StandardOutput.line(
                JSON.object([
                    ("file", .string(output)), ("format", .string(format.rawValue)), ("bytes", .int(drawn.count)),
                    ("modules", .int(symbol.modulesPerSide)),
                ]).text)
        }
        StandardError.say(Text.written, ["path": .text(output), "modules": .number(symbol.modulesPerSide)])
    }

    private func bytes(of symbol: QRSymbol, title: String) throws -> [UInt8] {
        let quietZone = picture.quietZone
        return switch format {
        case .png: try symbol.png(size: try picture.size(), quietZone: quietZone)
        case .svg:
            Array(
                try symbol.svg(title: title.visible(keeping: "\t\n"), quietZone: quietZone, millimetres: picture.mm)
                    .utf8)
        case .terminal: Array(try symbol.drawing(on: global.terminal(), quietZone: quietZone).utf8)
        case .ascii:
            Array(
                try symbol.terminalBlocks(.ascii(), quietZone: quietZone, columns: global.terminal().columns).utf8)
        }
    }

    /// Reads the text of the symbol from standard input. The limit of 64 KiB is enough, because a symbol holds at most
    /// 7,089 characters.
    private static func standardInput() throws -> String {
        let data = try FileHandle.standardInput.read(upToCount: 65536) ?? Data()
        guard var text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure(.badInput, Text.notUTF8)
        }
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}
