import ArgumentParser
import FileAccess
import Foundation
import Presenting
import QRSymbol

struct QRRender: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case png, svg, terminal, ascii
    }

    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Draw a text as a QR symbol.",
        discussion: """
              eventpass qr render --format png --output hello.png "Hello" &&
                  eventpass qr read hello.png
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var picture: PictureOptions

    @Option(help: "png, svg, terminal or ascii.")
    var format: Format
    @Option(help: "The file to make. (default: standard output)")
    var output: String?
    @OptionGroup var replacing: ReplaceOption
    @Option(help: "The title of an SVG. (default: the text)")
    var title: String?
    @Argument(help: "The text. (default: standard input, without its last line feed)")
    var text: String?

    func validate() throws {
        if json.json, output == nil { throw ValidationError("--json tells of a file: say --output FILE") }
    }

    func run() throws {
        let text = try text ?? QRRender.standardInput()
        let symbol = try QRSymbol(text, level: picture.level)
        let drawn = try bytes(of: symbol, title: title ?? text)
        guard let output else {
            if format == .png {
                try StandardOutput.demandNoTerminal(for: "a PNG", hint: "say --output FILE, or --format terminal")
            }
            return try StandardOutput.write(bytes: drawn)
        }
        try replacing.making { try AtomicFile.write(drawn, to: output, existing: replacing.existing) }
        if json.json {
            return try StandardOutput.line(
                JSON.object([
                    ("file", .string(output)), ("format", .string(format.rawValue)), ("bytes", .int(drawn.count)),
                    ("modules", .int(symbol.modulesPerSide)),
                ]).text)
        }
        StandardError.say("wrote \(output.visible): \(symbol.modulesPerSide) × \(symbol.modulesPerSide) modules")
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

    /// No symbol holds more than 7,089 characters: what is far beyond is not read to its end.
    private static func standardInput() throws -> String {
        let data = try FileHandle.standardInput.read(upToCount: 65536) ?? Data()
        guard var text = String(validating: data, as: UTF8.self) else {
            throw Failure(.badInput, "standard input is not UTF-8 text")
        }
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}
