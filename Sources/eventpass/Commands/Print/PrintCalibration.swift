import ArgumentParser
import FileAccess
import Presenting
import Printing
import PrintShop

struct PrintCalibration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibration", abstract: "A page that shows where a printer puts things.",
        discussion: """
            Print it at 100 %, without fitting to the page, and measure: the frame stands 10 mm from each edge, and its \
            sides are marked in millimetres. Symbols of several sizes show which ones your printer and scanner manage.

            With --duplex it has two sides: turn the sheet over its long edge, and measure the back as you look at it, \
            from its own left edge. What is amiss there goes to --back-offset.

              eventpass print calibration --page a4 --output calibration.pdf
              eventpass print sheets new-year --offset 0.5,-1 --output tickets.pdf
              eventpass print calibration --duplex --output both.pdf
              eventpass print sheets new-year --layout a4-8 --duplex \\
                  --offset 0.5,-1 --back-offset -0.5,-1 --output tickets.pdf
            """)

    @Option(help: "a4, letter, or width and height in millimetres, such as 62x100.")
    var page = PaperSize.a4
    @Option(help: "Dots an inch of the printer.")
    var dpi = 300.0
    @Flag(help: "The other side, too: a page behind, turned over the long edge.")
    var duplex = false
    @Option(parsing: .unconditional, help: "Moves everything by millimetres, to see that it fits then.")
    var offset: PaperOffset?
    @Option(
        parsing: .unconditional,
        help: "The same for the other side, as you look at it. (default: that of the front)")
    var backOffset: PaperOffset?
    @Option(name: .customLong("output"), help: "The new PDF.", completion: .file())
    var file: String
    @OptionGroup var replacing: ReplaceOption
    @OptionGroup var output: JSONOption

    func validate() throws {
        if backOffset != nil, !duplex { throw ValidationError("--back-offset goes with --duplex") }
        if !(100.0...2400).contains(dpi) { throw ValidationError("--dpi is 100 to 2400") }
        if page.width / 25.4 * dpi * page.height / 25.4 * dpi > Layout.mostDots {
            throw ValidationError(
                "such a page has more than 150 million dots: give a smaller one, or fewer dots an inch")
        }
    }

    func run() throws {
        let offset = offset ?? .none
        let back = duplex ? backOffset ?? offset : nil
        let calibration = try CalibrationPage(width: page.width, height: page.height, dpi: dpi)
        var notes = DrawingNotes()
        try replacing.making {
            try AtomicFile.write(to: file, existing: replacing.existing) { partial in
                let drawn = try calibration.draw(
                    offset: (offset.x, offset.y), back: back.map { ($0.x, $0.y) }
                ) { try partial.append($0) }
                try SelfCheck.check(partial.path, against: drawn, workers: 1)
                notes = drawn.notes
            }
        }
        if output.json {
            let page = JSON.object([
                ("file", .string(file)), ("left_out", .array(calibration.leftOut.map { .int($0) })),
            ])
            try StandardOutput.line(page.text)
        }
        StandardError.say("wrote \(file.visible); print it at 100 %, and measure from the paper's edges to the frame")
        notes.sentences.forEach { StandardError.say("warning: \($0.visible)") }
        if !calibration.leftOut.isEmpty {
            let sizes = calibration.leftOut.map(String.init).joined(separator: ", ")
            StandardError.say("warning: the page has no room for the symbols of \(sizes) dots a module")
        }
        let hint = "next: where the frame is 11 mm from the left, say --offset -1,0"
        StandardError.say(duplex ? "\(hint); where it is on the back, --back-offset -1,0" : hint)
    }
}
