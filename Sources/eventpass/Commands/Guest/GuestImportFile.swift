import ArgumentParser
import Management
import Presenting
import Ticketing

struct GuestImportFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import guests and households from a list; all rows or none.",
        discussion: """
            Columns in any order, with headings in several languages: name, or first and last; household, email, \
            phone, companions, meal, access, table, note, and one for each function (yes, x, 1; no, 0). Rows about \
            guests who are there, by e-mail or name, change them: no guest is there twice. Empty cells change nothing. \
            A no takes an invitation back; where it was answered, that needs a yes.

              eventpass guest import wedding guests.csv --dry-run
              eventpass guest import wedding guests.csv --map name=Who &&
                  eventpass guest invite wedding --all
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "The list, CSV or XLSX; - is standard input.", completion: .file())
    var file: String
    @Option(
        help: ArgumentHelp("Which column is what, such as name=Who; may be said again.", valueName: "meaning=heading"))
    var map: [String] = []
    @OptionGroup var sheetOption: SheetOption
    @Flag(help: "Try everything, write nothing, and say what would be.")
    var dryRun = false
    @Flag(help: "Skip faulty rows, and say what is wrong with them.")
    var skipBad = false
    @Flag(help: "Don't ask before answers go with invitations that are taken back.")
    var yes = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        var progress = Progress("import", total: nil)
        defer { progress.finish() }
        let view = GuestImportView(event: event, isDryRun: dryRun)
        var options = GuestImportOptions(
            map: try map.map(ColumnMap.pair), faultyRows: skipBad ? .skip : .refuse, answers: yes ? .giveUp() : .keep,
            effect: dryRun ? .tryOnly : .write, sheet: sheetOption.sheet)
        let messages = try QueuedMessages(office, of: event)
        let summary: GuestImportSummary
        do {
            // Once: a pipe has nothing left for a second try.
            let list = try ListFile(inputPath(file))
            do {
                summary = try office.importGuests(list, options, into: event) { progress.update($0) }
            } catch CelebrationError.answersLost(let count) {
                progress.finish()
                try Confirmation.need(
                    false, "\(counted(count, "answer")) will be lost with invitations that are taken back. Import?",
                    of: "an import that loses \(counted(count, "answer"))")
                options.answers = .giveUp(atMost: count)
                summary = try office.importGuests(list, options, into: event) { progress.update($0) }
            }
        } catch let error as any Error & CustomStringConvertible
            where output.json && Failure.describing(error).status == .badInput
        {
            progress.finish()
            try StandardOutput.line(view.json(refusedFor: error).text)
            throw error
        } catch let fault as GuestListFault {
            throw fault.failure(mapping: "name")
        }
        progress.finish()
        if output.json {
            try StandardOutput.line(view.json(summary).text)
            return try messages.say()
        }
        StandardError.say(
            "columns: "
                + summary.columns.used.map { "\($0.meaning) ← \($0.heading)" }.joined(separator: ", ").visible)
        StandardError.say(notRead: summary.columns)
        for words in view.words(ofRenamed: summary) { StandardError.say("hint: \(words.visible)") }
        say(summary.codes, view)
        StandardError.say(skipped: summary.faults, of: summary.skipped)
        try StandardOutput.line(view.words(of: summary))
        try messages.say()
        if !dryRun { StandardError.say("next: eventpass guest invite \(event.slug) --all") }
    }

    /// What is to be done about codes that were out already.
    private func say(_ codes: OutgrownCodes, _ view: GuestImportView) {
        if let words = view.words(ofReissued: codes) { StandardError.say(words) }
        if let words = view.words(ofCodeless: codes) {
            StandardError.say("hint: \(words); guest invite gives new ones")
        }
    }
}
