import ArgumentParser

/// Which sheet of a workbook is read.
struct SheetOption: ParsableArguments {
    @Option(help: "The sheet of an XLSX, by name, hidden or not. (default: the first that is not hidden)")
    var sheet: String?
}
