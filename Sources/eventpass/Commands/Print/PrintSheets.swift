import ArgumentParser

struct PrintSheetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheets", abstract: "Print tickets on sheets, or for label and receipt printers.",
        discussion: """
            The command prints all valid tickets of an event. The file is released only after every symbol was read \
            back from its pages.

              eventpass print sheets new-year --layout a4-10 --impose cut-stack \\
                  --output tickets.pdf
              eventpass print sheets new-year --unprinted --output late.pdf
              eventpass print sheets new-year --format zpl --layout roll-62 \\
                  --output labels.zpl --printer Zebra
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(
        help:
            "The layout: a name from Samples/Layouts or layouts in the data folder, or a .json file. (default: a4-10; for labels roll-62; for receipts roll-80)"
    )
    var layout: String?
    @OptionGroup var options: PrintRunOptions

    func run() throws {
        try PrintRun(
            global: global, keys: keys, output: output, event: argument.event, layout: layout, options: options
        ).run()
    }
}
