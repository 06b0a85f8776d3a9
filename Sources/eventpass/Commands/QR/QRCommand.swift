import ArgumentParser
import QRSymbol

struct QRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Any text as a QR symbol, and back.", subcommands: [QRRender.self, QRRead.self])
}

/// How a symbol is drawn.
struct PictureOptions: ParsableArguments {
    @Option(help: "Error correction: L (7 %), M (15 %), Q (25 %) or H (30 %).")
    var level: ErrorCorrectionLevel = .medium
    @Option(help: "Pixels a module. (default: 8)")
    var scale: Int?
    @Option(help: "The side in millimetres, quiet zone included; a PNG also needs --dpi.")
    var mm: Double?
    @Option(help: "Dots an inch of the printer.")
    var dpi: Double?
    @Option(help: "Light modules around the symbol; scanners want 4.")
    var quietZone = 4

    func validate() throws {
        if scale != nil, mm != nil { throw ValidationError("say either --scale or --mm, not both") }
        if dpi != nil, mm == nil { throw ValidationError("--dpi goes with --mm") }
        if !QRSymbol.quietZones.contains(quietZone) {
            throw ValidationError(
                "a quiet zone is \(QRSymbol.quietZones.lowerBound) to \(QRSymbol.quietZones.upperBound) modules")
        }
    }

    func size() throws -> PNGSize {
        guard let mm else { return .scale(scale ?? 8) }
        guard let dpi else { throw Failure(.usage, "--mm alone does not say how many pixels", hint: "add --dpi 300") }
        return .millimetres(mm, dpi: dpi)
    }
}

extension QRSymbol {
    /// The symbol as this terminal can show it.
    func drawing(on terminal: Terminal, quietZone: Int = 4) throws -> String {
        let style: TerminalStyle =
            switch (terminal.isUTF8, terminal.hasColour) {
            case (true, true): .colouredBlocks
            case (true, false): .blocks()
            case (false, true): .colouredASCII
            case (false, false): .ascii()
            }
        return try terminalBlocks(style, quietZone: quietZone, columns: terminal.columns)
    }
}
