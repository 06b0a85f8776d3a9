import ArgumentParser

/// The option that selects a worksheet.
struct WorksheetOption: ParsableArguments {
    @Option(help: "The worksheet of an XLSX file, by name. (default: the first visible one)")
    var sheet: String?
}
