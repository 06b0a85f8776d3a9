import ArgumentParser
import PrintShop

struct PrintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: "Tickets on paper: sheets, labels, badges, lists; cards for tables.",
        discussion: """
            Every symbol is read back from the finished pages before a file is released. What was printed is remembered: \
            a batch can be resumed, and a spoiled sheet voided and printed again.

              eventpass print sheets new-year --layout a4-10 --output tickets.pdf
              eventpass print void new-year 1 --sheet 37 --yes
              eventpass print reprint new-year 1 --sheet 37 --output sheet-37.pdf
            """,
        subcommands: [
            PrintSheets.self, PrintLabels.self, PrintBadges.self, PrintCards.self, PrintList.self,
            PrintCalibration.self, PrintStatus.self, PrintReprint.self, PrintVoid.self,
        ])
}

/// A batch of an event.
struct BatchArgument: ParsableArguments {
    @Argument(help: "The batch, by its number.")
    var batch: Int
}

/// Sheets of a batch, counted from 1.
struct SheetsOption: ParsableArguments {
    @Option(help: "The sheet, or several: 37, 37-40, 3,8,12-14.")
    var sheet: SheetNumbers
}
