import ArgumentParser
import FileAccess
import Printing

struct PrintCalibration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibration", abstract: "A page that shows where a printer puts things.",
        discussion: """
            Print it at 100 %, without fitting to the page, and measure: the frame stands 10 mm from each edge, and its \
            sides are marked in millimetres. Symbols of several sizes show which ones your printer and scanner manage.

              eventpass print calibration --page a4 --output calibration.pdf
              eventpass print sheets new-year --offset 0.5,-1 --output tickets.pdf
            """)

    @Option(help: "a4, letter, or width and height in millimetres, such as 62x100.")
    var page = PaperSize.a4
    @Option(help: "Dots an inch of the printer.")
    var dpi = 300.0
    @Option(parsing: .unconditional, help: "Moves everything by millimetres, to see that it fits then.")
    var offset: PaperOffset?
    @Option(name: .customLong("output"), help: "The new PDF.", completion: .file())
    var file: String
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        if !(100.0...2400).contains(dpi) { throw ValidationError("--dpi is 100 to 2400") }
        if page.width / 25.4 * dpi * page.height / 25.4 * dpi > Layout.mostDots {
            throw ValidationError(
                "such a page has more than 150 million dots: give a smaller one, or fewer dots an inch")
        }
    }

    func run() throws {
        let offset = offset ?? .none
        try replacing.making {
            try AtomicFile.write(to: file, existing: replacing.existing) { partial in
                let drawn = try CalibrationPage(width: page.width, height: page.height, dpi: dpi).draw(
                    offset: (offset.x, offset.y)
                ) { try partial.append($0) }
                try SelfCheck.check(partial.path, against: drawn, workers: 1)
            }
        }
        StandardError.say("wrote \(file.visible); print it at 100 %, and measure from the paper's edges to the frame")
        StandardError.say("next: where the frame is 11 mm from the left, say --offset -1,0")
    }
}
