import ArgumentParser

struct PrintLabelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels", abstract: "Print tickets on label sheets.",
        discussion: """
            A template contains a label sheet's measurements. Measure your printer's offset first, with eventpass \
            print calibration.

              eventpass print labels new-year --template avery-l7160 --output labels.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: "The label sheet: a name from Samples/Layouts/Labels, or a .json file.")
    var template: String
    @OptionGroup var options: PrintRunOptions

    func run() throws {
        try PrintRun(
            global: global, keys: keys, output: output, event: argument.event,
            layout: template.hasSuffix(".json") ? template : "Labels/\(template)", options: options
        ).run()
    }
}
