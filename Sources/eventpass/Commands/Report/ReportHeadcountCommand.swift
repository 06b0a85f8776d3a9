import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import Ticketing

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
            The column “people” counts the guests and companions who come. Guests who may come (“maybe”) and guests \
            without an answer (“silent”) are counted separately. Meals and allergies of people who may come have \
            separate tables. To keep the current numbers, use “eventpass guest headcount freeze”.

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
        let possible =
            numbers.subEvents.contains { ($0.mayCome?.people ?? 0) > 0 } ? [possibleMeals, possibleAllergies] : []
        return ReportOutput(
            heading: heading, json: json, tables: [sums, meals, allergies] + possible + unknown, sheet: worksheet,
            rows: rows, chart: chart(in: .ofCommandLine))
    }

    /// The lines above the tables of a version: version, event, time in the event's zone, user, note and sub-events.
    /// Empty for the current numbers.
    private var heading: [String] {
        guard let version else { return [] }
        let frozen = VerdictSentences(timeZone: event.zone).moment(version.frozenAt)
        let note = version.note.map { ["Note: \($0.visible)"] } ?? []
        return [
            "Version \(version.number) of the numbers for \(event.details.title.visible)",
            "Frozen \(frozen) by \((version.userName ?? "\(version.frozenBy)").visible)",
        ] + note + ["Sub-events: \(numbers.subEvents.map(\.name.visible).joined(separator: ", "))"]
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
        table(meals: numbers.subEvents.map { ($0.name, $0.meals) }, title: "Meals", empty: "Nobody is coming yet.")
    }

    private var allergies: Table {
        table(
            allergies: numbers.subEvents.map { ($0.name, $0.allergies) }, title: "Allergies",
            empty: "No known allergies of guests or companions who are coming.")
    }

    private var possibleMeals: Table {
        table(
            meals: numbers.subEvents.map { ($0.name, $0.mayCome?.meals ?? []) },
            title: "Meals of people who may come", empty: nil)
    }

    private var possibleAllergies: Table {
        table(
            allergies: numbers.subEvents.map { ($0.name, $0.mayCome?.allergies ?? []) },
            title: "Allergies of people who may come",
            empty: "No known allergies of guests or companions who may come.")
    }

    /// If this version lacks the meals and allergies of guests with the answer “maybe”: one table without rows, which
    /// says that they are missing. For other versions, and for versions without such guests, no table.
    private var unknown: [Table] {
        guard numbers.subEvents.contains(where: { $0.mayCome == nil && $0.maybe > 0 }) else { return [] }
        return [
            Table("sub-event", empty: "This version does not contain the meals and allergies of guests who may come.")
        ]
    }

    private func table(meals: [(subEvent: String, counts: [MealCount])], title: String, empty: String?) -> Table {
        var table = Table("sub-event", "meal", "people", title: title, empty: empty)
        for (subEvent, counts) in meals {
            for meal in counts { table.add(subEvent, meal.meal ?? "–", "\(meal.people)") }
        }
        return table
    }

    private func table(
        allergies: [(subEvent: String, people: [PersonWithAllergy])], title: String, empty: String
    ) -> Table {
        var table = Table("sub-event", "allergy", "person", "household", title: title, empty: empty)
        for (subEvent, people) in allergies {
            for person in people {
                table.add(subEvent, person.allergy, person.label ?? "–", person.household ?? "–")
            }
        }
        return table
    }
}
