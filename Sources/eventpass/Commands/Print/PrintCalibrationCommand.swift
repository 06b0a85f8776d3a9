import ArgumentParser
import FileAccess
import Languages
import Presentation
import PrintShop
import Printing

struct PrintCalibrationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibration", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass print calibration --page a4 --output calibration.pdf
                  eventpass print sheets new-year --offset 0.5,-1 --output tickets.pdf
                  eventpass print calibration --duplex --output both.pdf
                  eventpass print sheets new-year --layout a4-8 --duplex \\
                      --offset 0.5,-1 --back-offset -0.5,-1 --output tickets.pdf
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPrintCalibration"

        case abstract = "Print a page to measure a printer's offset."
        case discussion =
            """
            Print the page at 100 %, without fitting it to the paper. Then measure the frame: each side should be 10 \
            mm from the edge of the paper. The frame's sides are marked in millimetres. The page also shows symbols of \
            several sizes, to test which sizes your printer and scanner can handle.

            With --duplex, the PDF has a second page for the back of the sheet. Turn the sheet over its long edge, and \
            measure from the left edge of the back. Correct the back's offset with --back-offset.

            {examples}
            """
        case page = "The paper size: a4, letter, or width and height in millimetres, such as 62x100."
        case duplex = "Add a second page for the back, turned over the long edge."
        case offset = "Move everything to the right and down by these millimetres, to check a correction."
        case file = "The new PDF."
        case dpiOutOfRange = "--dpi must be 100 to 2400"
        case tooManyDots = "this page has more than 150 million dots; choose a smaller page or a lower --dpi"
        case written = "wrote {path}; print it at 100 % and measure from the paper's edges to the frame"
        case leftOut = "the page is too small for the symbols of {sizes} dots per module"
        case correctOffset = "if the frame is 11 mm from the left edge, use --offset -1,0"
        case correctOffsets =
            "if the frame is 11 mm from the left edge, use --offset -1,0; on the back, --back-offset -1,0"
    }

    @Option(help: ArgumentHelp(Text.page))
    var page = PaperSize.a4
    @Option(help: ArgumentHelp(SymbolImageOptions.Text.dpi))
    var dpi = 300.0
    @Flag(help: ArgumentHelp(Text.duplex))
    var duplex = false
    @Option(parsing: .unconditional, help: ArgumentHelp(Text.offset))
    var offset: PaperOffset?
    @Option(parsing: .unconditional, help: ArgumentHelp(PrintRunOptions.Text.backOffset))
    var backOffset: PaperOffset?
    @Option(name: .customLong("output"), help: ArgumentHelp(Text.file), completion: .file())
    var file: String
    @OptionGroup var replacing: ReplaceOption
    @OptionGroup var output: JSONOption

    func validate() throws {
        if backOffset != nil, !duplex { throw ValidationError(PrintRunOptions.Text.backOffsetWithoutDuplex) }
        if !(100.0...2400).contains(dpi) { throw ValidationError(Text.dpiOutOfRange) }
        if page.width / 25.4 * dpi * page.height / 25.4 * dpi > Layout.mostDots {
            throw ValidationError(Text.tooManyDots)
        }
    }

    func run() throws {
        let offset = offset ?? .none
        let back = duplex ? backOffset ?? offset : nil
        let calibration = try CalibrationPage(
            width: page.width, height: page.height, dpi: dpi, language: .ofCommandLine)
        var notes = RenderingWarnings()
        try replacing.explainingExistingFile {
            try AtomicFile.write(to: file, existing: replacing.existing) { partial in
                let drawn = try calibration.draw(
                    offset: (offset.x, offset.y), back: back.map { ($0.x, $0.y) }
                ) { try partial.append($0) }
                try SelfCheck.check(partial.path, against: drawn, workers: 1)
                notes = drawn.warnings
            }
        }
        if output.json {
            let page = JSON.object([
                ("file", .string(file)), ("left_out", .array(calibration.omittedModuleSizes.map { .int($0) })),
            ])
            try StandardOutput.line(page.text)
        }
        StandardError.say(Text.written, ["path": .text(file)])
        notes.sentences.forEach { StandardError.warn($0) }
        if !calibration.omittedModuleSizes.isEmpty {
            let sizes = calibration.omittedModuleSizes.map(String.init).joined(separator: ", ")
            StandardError.warn(Text.leftOut, ["sizes": .text(sizes)])
        }
        StandardError.next(duplex ? Text.correctOffsets : .correctOffset)
    }
}
