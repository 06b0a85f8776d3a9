import ArgumentParser
import QRSymbol

struct QRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Create and read QR symbols.",
        subcommands: [QRRenderCommand.self, QRReadCommand.self])
}

/// The options for symbol images.
struct SymbolImageOptions: ParsableArguments {
    @Option(name: .customLong("level"), help: "Error correction: L (7 %), M (15 %), Q (25 %) or H (30 %). (default: M)")
    var statedLevel: ErrorCorrectionLevel?
    @Option(help: "Pixels per module. (default: 8)")
    var scale: Int?
    @Option(help: "The maximum width in pixels, with quiet zone, rounded down to whole modules.")
    var pixels: Int?
    @Option(help: "The width in millimetres, with quiet zone, rounded to whole dots; PNG needs --dpi.")
    var mm: Double?
    @Option(help: "The printer's dots per inch.")
    var dpi: Double?
    @Option(name: .customLong("quiet-zone"), help: "The white border, in modules; scanners need 4. (default: 4)")
    var statedQuietZone: Int?

    var level: ErrorCorrectionLevel { statedLevel ?? .medium }
    var quietZone: Int { statedQuietZone ?? 4 }

    func validate() throws {
        if [scale != nil, pixels != nil, mm != nil].count(where: \.self) > 1 {
            throw ValidationError("give only one of --scale, --pixels and --mm")
        }
        if dpi != nil, mm == nil { throw ValidationError("--dpi needs --mm") }
        if !QRSymbol.quietZones.contains(quietZone) {
            throw ValidationError(
                "--quiet-zone must be \(QRSymbol.quietZones.lowerBound) to \(QRSymbol.quietZones.upperBound) modules")
        }
    }

    func size() throws -> PNGSize {
        if let pixels { return .pixels(pixels) }
        guard let mm else { return .scale(scale ?? 8) }
        guard let dpi else { throw CommandFailure(.usage, "a PNG with --mm needs --dpi, too", hint: "add --dpi 300") }
        return .millimetres(mm, dpi: dpi)
    }
}

extension Terminal {
    /// The style for symbols on this terminal.
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
    /// The symbol as text in a style that the terminal supports.
    func drawing(on terminal: Terminal, quietZone: Int = 4) throws -> String {
        try terminalBlocks(terminal.symbolStyle, quietZone: quietZone, columns: terminal.columns)
    }
}
