package import Charts
import Cryptography
package import Languages
package import Spreadsheet
package import Ticketing

/// The numbers of people and meals for the caterer of a celebration, as JSON, as a table and as a chart. They are
/// either the current numbers or a frozen version.
package struct HeadcountJSON: Sendable {
    package let event: Event
    package let numbers: CelebrationHeadcount
    /// The frozen version; nil for the current numbers.
    package let version: HeadcountVersion?

    /// The current numbers.
    package init(event: Event, numbers: CelebrationHeadcount) {
        self.event = event
        self.numbers = numbers
        version = nil
    }

    package init(event: Event, frozen: FrozenHeadcount) {
        self.event = event
        numbers = frozen.numbers
        version = frozen.version
    }

    package var json: JSON {
        .object(
            [("event", .int(event.number.rawValue))] + HeadcountVersionJSON.members(version, of: event)
                + [("sub_events", .array(numbers.subEvents.map(HeadcountJSON.json)))])
    }

    private static func json(_ subEvent: SubEventHeadcount) -> JSON {
        .object([
            ("number", .int(subEvent.number)), ("name", .string(subEvent.name)), ("people", .int(subEvent.people)),
            ("attending", .int(subEvent.attending)), ("companions", .int(subEvent.companions)),
            ("children", .int(subEvent.children)), ("maybe", .int(subEvent.maybe)), ("silent", .int(subEvent.silent)),
            ("meals", json(subEvent.meals)), ("allergies", json(subEvent.allergies)),
            (
                "may_come",
                subEvent.mayCome.map { possible in
                    .object([
                        ("people", .int(possible.people)), ("meals", json(possible.meals)),
                        ("allergies", json(possible.allergies)),
                    ])
                } ?? .null
            ),
        ])
    }

    private static func json(_ meals: [MealCount]) -> JSON {
        .array(meals.map { .object([("meal", .optional($0.meal)), ("people", .int($0.people))]) })
    }

    private static func json(_ people: [PersonWithAllergy]) -> JSON {
        .array(
            people.map { person in
                .object([
                    ("name", .optional(person.name)), ("brought_by", .optional(person.broughtBy)),
                    ("household", .optional(person.household)), ("allergy", .string(person.allergy)),
                ])
            })
    }

    package var worksheet: Worksheet {
        Worksheet(
            name: "Headcount",
            columns: [
                WorksheetColumn("Sub-event", .text), WorksheetColumn("What", .text), WorksheetColumn("Detail", .text),
                WorksheetColumn("Person", .text), WorksheetColumn("Household", .text),
                WorksheetColumn("People", .integer),
            ])
    }

    package var rows: [[WorksheetCell]] {
        numbers.subEvents.flatMap { subEvent -> [[WorksheetCell]] in
            let name = WorksheetCell.text(subEvent.name)
            let sums: [[WorksheetCell]] = HeadcountJSON.sums(of: subEvent).map { what, count in
                [name, .text(what), .empty, .empty, .empty, .integer(Int64(count))]
            }
            let coming =
                HeadcountJSON.rows(name, subEvent.meals) { .meal($0) }
                + HeadcountJSON.rows(name, subEvent.allergies) { .allergy($0) }
            guard let possible = subEvent.mayCome else { return sums + coming }
            let people: [WorksheetCell] = [
                name, .text(HeadcountDifference.Figure.mayCome.word), .empty, .empty, .empty,
                .integer(Int64(possible.people)),
            ]
            return sums + coming + [people]
                + HeadcountJSON.rows(name, possible.meals) { .mealOfPossible($0) }
                + HeadcountJSON.rows(name, possible.allergies) { .allergyOfPossible($0) }
        }
    }

    private static func rows(
        _ subEvent: WorksheetCell, _ meals: [MealCount], _ figure: (String?) -> HeadcountDifference.Figure
    ) -> [[WorksheetCell]] {
        meals.map { meal in
            [
                subEvent, .text(figure(meal.meal).word), cell(meal.meal), .empty, .empty,
                .integer(Int64(meal.people)),
            ]
        }
    }

    private static func rows(
        _ subEvent: WorksheetCell, _ people: [PersonWithAllergy], _ figure: (String) -> HeadcountDifference.Figure
    ) -> [[WorksheetCell]] {
        people.map { person in
            [
                subEvent, .text(figure(person.allergy).word), .text(person.allergy), cell(person.label),
                cell(person.household), .integer(1),
            ]
        }
    }

    /// The sums of a sub-event, with the words that the command line and files use.
    package static func sums(of subEvent: SubEventHeadcount) -> [(what: String, count: Int)] {
        [
            ("people", subEvent.people), ("attending", subEvent.attending), ("companions", subEvent.companions),
            ("children", subEvent.children), ("maybe", subEvent.maybe), ("silent", subEvent.silent),
        ]
    }

    private static func cell(_ text: String?) -> WorksheetCell { text.map { .text($0) } ?? .empty }

    /// - Parameter language: the language of the chart's texts.
    package func chart(in language: Language) -> Chart {
        Chart(
            .bars, title: language.text(ReportChartText.headcount, ["event": .text(event.details.title.visible)]),
            labelAxisTitle: language.text(ReportChartText.subEvent),
            valueAxisTitle: language.text(ReportChartText.people),
            points: numbers.subEvents.map { Chart.Point($0.name.visible, Double($0.people)) }, in: language)
    }
}

extension PersonWithAllergy {
    /// The person's name or, for a companion without a name, a text such as “companion of Amina”. Nil if the reader may
    /// not see the names of guests.
    package var label: String? { name ?? broughtBy.map { "companion of \($0)" } }
}

/// The details of a frozen version of the caterer's numbers, such as its date and note, as JSON. The numbers themselves
/// are left out.
package enum HeadcountVersionJSON {
    package static func json(_ version: HeadcountVersion, of event: Event) -> JSON {
        .object(members(version, of: event))
    }

    /// The members of a version. All are null for the current numbers.
    fileprivate static func members(_ version: HeadcountVersion?, of event: Event) -> [(String, JSON)] {
        [
            ("version", .optional(version?.number)), ("frozen", .optional(version?.frozenAt.iso8601(in: event.zone))),
            ("frozen_by", .optional(version.map { $0.userName ?? "\($0.frozenBy)" })),
            ("note", .optional(version?.note)),
            ("digest", .optional(version.map { Hexadecimal.text($0.digest) })),
        ]
    }
}

/// A number that differs between two headcounts, as JSON.
package enum HeadcountDifferenceJSON {
    package static func json(_ difference: HeadcountDifference) -> JSON {
        .object([
            ("sub_event", .string(difference.name)), ("number", .int(difference.subEvent)),
            ("figure", .string(difference.figure.word)), ("detail", .optional(difference.figure.detail)),
            ("before", .int(difference.before)), ("after", .int(difference.after)),
        ])
    }
}

extension HeadcountDifference.Figure {
    /// The name of the figure on the command line and in JSON. It does not contain the name of the meal or allergy;
    /// `detail` contains that name.
    package var word: String {
        switch self {
        case .people: "people"
        case .attending: "attending"
        case .companions: "companions"
        case .children: "children"
        case .maybe: "maybe"
        case .silent: "silent"
        case .meal(nil): "without a meal"
        case .meal: "meal"
        case .allergy: "allergy"
        case .mayCome: "may come"
        case .mealOfPossible(nil): "may come, without a meal"
        case .mealOfPossible: "may come, meal"
        case .allergyOfPossible: "may come, allergy"
        }
    }

    package var detail: String? {
        switch self {
        case .meal(let meal), .mealOfPossible(let meal): meal
        case .allergy(let allergy), .allergyOfPossible(let allergy): allergy
        case .people, .attending, .companions, .children, .maybe, .silent, .mayCome: nil
        }
    }
}
