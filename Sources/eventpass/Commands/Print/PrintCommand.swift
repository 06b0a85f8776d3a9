import ArgumentParser
import Foundation
import Languages
import PrintShop
import Printing
import Ticketing

struct PrintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass print sheets new-year --layout a4-10 --output tickets.pdf
                  eventpass print void new-year 1 --sheet 37 --yes
                  eventpass print reprint new-year 1 --sheet 37 --output sheet-37.pdf
                """
            ]),
        subcommands: [
            PrintSheetsCommand.self, PrintLabelsCommand.self, PrintBadgesCommand.self, PrintCardsCommand.self,
            PrintListCommand.self,
            PrintCalibrationCommand.self, PrintStatusCommand.self, PrintReprintCommand.self, PrintVoidCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandPrint"

        case abstract = "Print tickets: sheets, labels, badges, lists and cards."
        case discussion =
            """
            Before the command makes a file available, it reads every QR code back from the finished pages. Each print \
            run is recorded as a batch, which can be resumed. A spoiled sheet can be voided and printed again.

            {examples}
            """
    }
}

struct BatchArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.batch))
    var batch: Int

    enum Text: String, SentenceKey {
        static let subject = "optionsBatchArgument"

        case batch = "The batch's number."
    }
}

/// The option that selects sheets of a batch, counted from 1.
struct SheetsOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.sheet))
    var sheet: SheetNumbers

    enum Text: String, SentenceKey {
        static let subject = "optionsSheets"

        case sheet = "The sheets, such as 37, 37-40 or 3,8,12-14."
    }
}

/// Descriptions of the values that the arguments of print commands can have, for errors.
enum PrintArgumentText: String, SentenceKey {
    static let subject = "printArgument"

    case sheets = "sheets such as 37, 37-40 or 3,8,12-14"
    case offset = "millimetres to the right and down, such as 1.5,-0.5"
    case paperSize = "a4, letter, or millimetres such as 62x100"
}

extension PrintOrder: ArgumentValue {}
extension Imposition.FillOrder: ArgumentValue {}

extension SheetNumbers: ArgumentValue {
    public init?(argument: String) { self.init(argument) }
    static var allowed: String { PrintArgumentText.sheets.text }
}

extension PaperOffset: ArgumentValue {
    public init?(argument: String) { self.init(argument) }
    static var allowed: String { PrintArgumentText.offset.text }
}

extension PrintFormat: ArgumentValue {}
extension RollTicketWriter.SymbolRendering: ArgumentValue {}

/// A paper size, by name or in millimetres.
struct PaperSize: ArgumentValue {
    static var allowed: String { PrintArgumentText.paperSize.text }
    static let a4 = PaperSize(name: "a4", width: 210, height: 297)
    private static let letter = PaperSize(name: "letter", width: 215.9, height: 279.4)
    private static let sides = 40.0...2000.0

    let name: String
    let width: Double
    let height: Double

    private init(name: String, width: Double, height: Double) {
        self.name = name
        self.width = width
        self.height = height
    }

    init?(argument: String) {
        if let known = [PaperSize.a4, .letter].first(where: { $0.name == argument.lowercased() }) {
            self = known
            return
        }
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], PaperSize.sides.contains(width),
            PaperSize.sides.contains(height)
        else { return nil }
        self.init(name: argument, width: width, height: height)
    }
}

extension PaperSize: CustomStringConvertible {
    var description: String { name }
}

/// The language and the direction of printed texts.
struct DateLanguageOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.language))
    var language: String?

    /// The chosen language as a BCP 47 tag. The command line has priority over the environment.
    var tag: String { language ?? DateLanguageOption.stated ?? "en-GB" }

    /// The value of `$EVENTPASS_LANGUAGE`; nil if the variable is missing or empty.
    private static var stated: String? {
        ProcessInfo.processInfo.environment["EVENTPASS_LANGUAGE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    func validate() throws {
        guard Locale(identifier: tag).language.languageCode?.isISOLanguage == true else {
            throw ValidationError(
                language == nil ? Text.notALanguageInEnvironment : .notALanguage, ["language": .text(tag)])
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsDateLanguage"

        case language =
            "The language of dates and amounts, such as en-US, de or sw. Words are in the same language if it is fr or sw, and otherwise in English. (default: $EVENTPASS_LANGUAGE, else en-GB)"
        case notALanguage = "“{language}” is not a language; write a tag such as de or en-US"
        case notALanguageInEnvironment =
            "EVENTPASS_LANGUAGE: “{language}” is not a language; write a tag such as de or en-US"
    }
}

extension LayoutFolder {
    init(of folder: DataFolder) { self.init(userFolder: "\(folder.path)/layouts") }

    /// - Parameter name: the layout's name, or the path of its file.
    func load(typed name: String) throws -> LoadedLayout {
        try Self.isPath(name) ? load(file: DataFolder.absolute(name)) : load(name)
    }
}
