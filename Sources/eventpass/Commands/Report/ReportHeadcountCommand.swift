import ArgumentParser
import Languages
import Management
import Presentation

struct ReportHeadcountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "headcount", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass report headcount wedding --csv numbers.csv
                  eventpass report headcount wedding --json | jq .sub_events
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandReportHeadcount"

        case abstract = "Report the current numbers for the caterer: people, meals and allergies by sub-event."
        case discussion =
            """
            Guests and companions who come count as people. Guests who may come (“maybe”) and guests without an answer \
            (“silent”) are counted separately. To keep the numbers of one moment, use “eventpass guest headcount freeze”.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let numbers = try services.headcounts.numbers(of: event)
        try options.write(HeadcountJSON(event: event, numbers: numbers).page, global.terminal())
    }
}

extension HeadcountJSON {
    var page: ReportOutput {
        ReportOutput(json: json, tables: [sums, meals, allergies], sheet: worksheet, rows: rows, chart: chart)
    }

    private var sums: Table {
        var table = Table(
            "sub-event", "people", "attending", "companions", "children", "maybe", "silent",
            empty: "The event has no sub-events.")
        for subEvent in numbers.subEvents {
            table.add([subEvent.name] + HeadcountJSON.sums(of: subEvent).map { "\($0.count)" })
        }
        return table
    }

    private var meals: Table {
        var table = Table("sub-event", "meal", "people", title: "Meals", empty: "Nobody comes yet.")
        for subEvent in numbers.subEvents {
            for meal in subEvent.meals { table.add(subEvent.name, meal.meal ?? "–", "\(meal.people)") }
        }
        return table
    }

    private var allergies: Table {
        var table = Table(
            "sub-event", "allergy", "person", "household", title: "Allergies",
            empty: "No allergies of guests or companions who come are known.")
        for subEvent in numbers.subEvents {
            for person in subEvent.allergies {
                table.add(subEvent.name, person.allergy, person.label ?? "–", person.household ?? "–")
            }
        }
        return table
    }
}
