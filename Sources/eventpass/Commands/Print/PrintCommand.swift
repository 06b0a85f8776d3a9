import ArgumentParser
import PrintShop

struct PrintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: "Print tickets: sheets, labels, badges, lists and cards.",
        discussion: """
            Every symbol is read back from the finished pages before a file is released. Each print run is recorded \
            as a batch, which can be resumed; a spoiled sheet can be voided and printed again.

              eventpass print sheets new-year --layout a4-10 --output tickets.pdf
              eventpass print void new-year 1 --sheet 37 --yes
              eventpass print reprint new-year 1 --sheet 37 --output sheet-37.pdf
            """,
        subcommands: [
            PrintSheetsCommand.self, PrintLabelsCommand.self, PrintBadgesCommand.self, PrintCardsCommand.self,
            PrintListCommand.self,
            PrintCalibrationCommand.self, PrintStatusCommand.self, PrintReprintCommand.self, PrintVoidCommand.self,
        ])
}

/// The print batch argument of a command.
struct BatchArgument: ParsableArguments {
    @Argument(help: "The batch's number.")
    var batch: Int
}

/// The option that selects sheets of a batch, counted from 1.
struct SheetsOption: ParsableArguments {
    @Option(help: "The sheets: 37, 37-40 or 3,8,12-14.")
    var sheet: SheetNumbers
}
