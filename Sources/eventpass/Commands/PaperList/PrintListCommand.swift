import ArgumentParser
import FileAccess
import Languages
import Management
import Presentation
import PrintShop
import Printing

struct PrintListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass print list new-year --by name --output list.pdf
                  eventpass print list wedding --sub-event reception --output list.pdf
                  eventpass gate enter new-year ticked.csv --gate North
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPrintList"

        case abstract = "Print a check-in list as PDF, for a gate that cannot scan."
        case discussion =
            """
            The list has all tickets that a gate would admit, in large letters, with a box for each person who is not \
            inside yet. The list of a sub-event contains the guests who are invited to that sub-event. Record the \
            check-ins with “eventpass gate enter”.

            {examples}
            """
        case page = "The paper size: a4, letter, or width and height in millimetres, such as 210x297."
        case file = "The new PDF."
        case pageTooSmall = "--page must be at least 180x120 mm"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var list: PaperListOptions
    @Option(help: ArgumentHelp(Text.page))
    var page = PaperSize.a4
    @Option(name: .customLong("output"), help: ArgumentHelp(Text.file), completion: .file())
    var file: String
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        if page.width < 180 || page.height < 120 { throw ValidationError(Text.pageTooSmall) }
    }

    func run() throws {
        let source = try list.open(global)
        var pages = PaperList.PageCounter(height: page.height)
        let summary = try source.forEach { pages.add(line($0, source)) }
        var notes = RenderingWarnings()
        try replacing.explainingExistingFile {
            try AtomicFile.write(to: file, existing: replacing.existing) { partial in
                let list = try PaperList(
                    source.heading(summary), pages: pages.pages, width: page.width, height: page.height,
                    language: source.language
                ) { try partial.append($0) }
                try source.forEach { try list.add(line($0, source)) }
                try list.finish()
                notes = list.warnings
            }
        }
        let json = JSON.object([
            ("tickets", .int(summary.tickets)), ("people", .int(summary.people)),
            ("unpaid", .int(summary.unpaidTickets)),
            ("file", .string(file)),
        ])
        try StandardOutput.line(
            output.json ? json.text : "listed \(PaperListSource.counts(summary)) in \(file.visible)")
        notes.sentences.forEach { StandardError.warn($0) }
        source.printNextSteps(summary)
    }

    private func line(_ listed: PaperListTicket, _ source: PaperListSource) -> PaperList.Line {
        PaperList.Line(
            name: listed.name ?? "", guests: listed.guests.joined(separator: ", "), type: source.typeName(listed),
            code: listed.ticket.code.description, admits: listed.remainingPeople)
    }
}
