import ArgumentParser
import QRSymbol

struct QRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Any text as a QR symbol, and back.", subcommands: [QRRender.self, QRRead.self])
}

/// How a symbol is drawn.
struct PictureOptions: ParsableArguments {
    @Option(name: .customLong("level"), help: "Error correction: L (7 %), M (15 %), Q (25 %) or H (30 %). (default: M)")
    var statedLevel: ErrorCorrectionLevel?
    @Option(help: "Pixels a module. (default: 8)")
    var scale: Int?
    @Option(help: "The side in pixels, quiet zone included; as much of it as whole modules fill.")
    var pixels: Int?
    @Option(help: "The side in millimetres, to the nearest dot, white around it included; a PNG also needs --dpi.")
    var mm: Double?
    @Option(help: "Dots an inch of the printer.")
    var dpi: Double?
    @Option(name: .customLong("quiet-zone"), help: "Light modules around the symbol; scanners want 4. (default: 4)")
    var statedQuietZone: Int?

    var level: ErrorCorrectionLevel { statedLevel ?? .medium }
    var quietZone: Int { statedQuietZone ?? 4 }

    func validate() throws {
        if [scale != nil, pixels != nil, mm != nil].count(where: \.self) > 1 {
            throw ValidationError("say one of --scale, --pixels and --mm")
        }
        if dpi != nil, mm == nil { throw ValidationError("--dpi goes with --mm") }
        if !QRSymbol.quietZones.contains(quietZone) {
            throw ValidationError(
                "a quiet zone is \(QRSymbol.quietZones.lowerBound) to \(QRSymbol.quietZones.upperBound) modules")
        }
    }

    func size() throws -> PNGSize {
        if let pixels { return .pixels(pixels) }
        guard let mm else { return .scale(scale ?? 8) }
        guard let dpi else { throw Failure(.usage, "--mm alone does not say how many pixels", hint: "add --dpi 300") }
        return .millimetres(mm, dpi: dpi)
    }
}

extension Terminal {
    /// How a symbol is drawn here.
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
    /// The symbol as this terminal can show it.
    func drawing(on terminal: Terminal, quietZone: Int = 4) throws -> String {
        try terminalBlocks(terminal.symbolStyle, quietZone: quietZone, columns: terminal.columns)
    }
}
