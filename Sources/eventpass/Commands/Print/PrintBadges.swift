import ArgumentParser
import Ticketing

struct PrintBadgesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badges", abstract: "Print name badges, sorted by holder.",
        discussion: """
            A badge is folded in the middle and shows name and symbol on both sides.

              eventpass print badges new-year --output badges.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: "The layout, as for print sheets.")
    var layout = "badge"
    @OptionGroup var options: PrintRunOptions

    func run() throws {
        try PrintRun(
            global: global, keys: keys, output: output, event: argument.event, layout: layout, options: options,
            order: .holder
        ).run()
    }
}
