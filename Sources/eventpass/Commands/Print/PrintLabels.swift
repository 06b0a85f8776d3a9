import ArgumentParser

struct PrintLabels: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels", abstract: "Print an event's tickets on sheets of labels.",
        discussion: """
            A sheet of labels is described by its measures alone. Measure where your printer puts them first, with \
            eventpass print calibration.

              eventpass print labels new-year --template avery-l7160 --output labels.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: "The labels: a name of Samples/Layouts/Labels, or a .json file.")
    var template: String
    @OptionGroup var options: SheetRunOptions

    func run() throws {
        try SheetRun(
            global: global, keys: keys, output: output, event: argument.event,
            layout: template.hasSuffix(".json") ? template : "Labels/\(template)", options: options
        ).run()
    }
}
