import ArgumentParser
import Ticketing

struct PrintBadges: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badges", abstract: "Print name badges, by the holders' names.",
        discussion: """
            Folded in the middle, a badge shows name and symbol on both sides.

              eventpass print badges new-year --output badges.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: "The layout, as of print sheets.")
    var layout = "badge"
    @OptionGroup var options: SheetRunOptions

    func run() throws {
        try SheetRun(
            global: global, keys: keys, output: output, event: argument.event, layout: layout, options: options,
            order: .holder
        ).run()
    }
}
