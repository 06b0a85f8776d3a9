import ArgumentParser
import FileAccess
import Foundation
import Presenting
import QRSymbol

struct QRRenderCommand: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case png, svg, terminal, ascii
    }

    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Create a QR symbol from a text.",
        discussion: """
              eventpass qr render --format png --output hello.png "Hello" &&
                  eventpass qr read hello.png
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var picture: SymbolImageOptions

    @Option(help: "png, svg, terminal or ascii.")
    var format: Format
    @Option(help: "The output file. (default: standard output)")
    var output: String?
    @OptionGroup var replacing: ReplaceOption
    @Option(help: "The SVG's title. (default: the text)")
    var title: String?
    @Argument(help: "The text. (default: standard input, without its last line feed)")
    var text: String?

    func validate() throws {
        if json.json, output == nil { throw ValidationError("--json needs --output FILE") }
    }

    func run() throws {
        let text = try text ?? QRRenderCommand.standardInput()
        let symbol = try QRSymbol(text, level: picture.level)
        let drawn = try bytes(of: symbol, title: title ?? text)
        guard let output else {
            if format == .png {
                try StandardOutput.refuseTerminal(for: "a PNG", hint: "add --output FILE or --format terminal")
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

    /// Reads at most 64 KiB, because a symbol holds at most 7,089 characters.
    private static func standardInput() throws -> String {
        let data = try FileHandle.standardInput.read(upToCount: 65536) ?? Data()
        guard var text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure(.badInput, "standard input is not UTF-8 text")
        }
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}
