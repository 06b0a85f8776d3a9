import HTTPTypes
import Languages
import Management
import NIOCore
import Presentation
import Spreadsheet
import Ticketing
import WebHost

/// The pages with the headcounts of a celebration: the current headcount with the list of versions, and one page for
/// each version.
struct HeadcountPages: Sendable {
    let desk: Desk

    private static let note = FormField(
        "note", Sentence(DeskHeadcountSentence.note), hint: Sentence(DeskHeadcountSentence.noteHint))

    // MARK: The current numbers

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await request.withServices { services in
            try self.content(services.event(of: request, for: .showHeadcount), services, note: "")
        }
        return try desk.page(request, "desk-headcount", title: content.title, content.context)
    }

    func freeze(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let note = try await request.form().typed("note") ?? ""
            let refusal = Sentence(DeskHeadcountSentence.notFrozen)
            return try await desk.submit(request, "desk-headcount", refusal: refusal) { services in
                let event = try services.event(of: request, for: .freezeHeadcount)
                let frozen = try services.headcounts.freeze(of: event, note: note)
                return FlashMessage.path(HeadcountPages.path(of: frozen.version, event), .added)
            } redisplay: { services, refused in
                let event = try services.event(of: request, for: .freezeHeadcount)
                return try self.content(event, services, note: note, refused.faults)
            }
        }
    }

    func download(_ request: PageRequest) async throws -> RouteResponse {
        let headcount = try await request.withServices(on: desk.server.reportThreads) { services in
            let event = try services.event(of: request, for: .showHeadcount)
            return HeadcountJSON(event: event, numbers: try services.headcounts.numbers(of: event))
        }
        return try HeadcountPages.file(headcount, named: "\(headcount.event.slug)-headcount.csv")
    }

    // MARK: A version

    func version(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await request.withServices { services in
            let event = try services.event(of: request, for: .showHeadcount)
            return try self.content(event, services, HeadcountPages.version(of: request, event, services))
        }
        return try desk.page(request, "desk-headcount-version", title: content.title, content.context)
    }

    func downloadVersion(_ request: PageRequest) async throws -> RouteResponse {
        let (headcount, number) = try await request.withServices(on: desk.server.reportThreads) { services in
            let event = try services.event(of: request, for: .showHeadcount)
            let frozen = try HeadcountPages.version(of: request, event, services)
            return (HeadcountJSON(event: event, frozen: frozen), frozen.version.number)
        }
        return try HeadcountPages.file(headcount, named: "\(headcount.event.slug)-headcount-\(number).csv")
    }

    // MARK: -

    private static func version(
        of request: PageRequest, _ event: Event, _ services: ManagementServices
    ) throws -> FrozenHeadcount {
        let text = request.pathParameter("version") ?? ""
        guard let number = Int(text), "\(number)" == text else { throw Problem(.notFound) }
        return try services.headcounts.version(number, of: event)
    }

    private static func path(of version: HeadcountVersion, _ event: Event) -> String {
        "\(event.deskPath)/headcount/\(version.number)"
    }

    private static func file(_ headcount: HeadcountJSON, named name: String) throws -> RouteResponse {
        var bytes: [UInt8] = []
        try CSVWriter.write(headcount.worksheet, byteOrderMark: .utf8, into: { bytes += $0 }) { append in
            for row in headcount.rows { try append(row) }
        }
        return RouteResponse(headers: [.contentType: MediaType.csv], body: .bytes(ByteBuffer(bytes: bytes)))
            .asAttachment(as: name)
    }

    private func content(
        _ event: Event, _ services: ManagementServices, note: String, _ faults: [FieldFault] = []
    ) throws -> Desk.PageContent {
        var context = try desk.headerContext(event, services)
        context["parents"] = Desk.parents([Desk.guestsParent(event)])
        context.merge(HeadcountPages.context(of: try services.headcounts.numbers(of: event))) { $1 }
        let versions = try services.headcounts.versions(of: event)
        context["versions"] = .list(
            versions.reversed().map { version in
                TemplateContext([
                    "version_path": .text(HeadcountPages.path(of: version, event)),
                    "version_label": .sentence(DeskHeadcountSentence.version, ["number": "\(version.number)"]),
                    "version_time": .text(version.frozenAt.minuteText(in: event.zone)),
                    "version_user": .text(version.userName ?? "\(version.frozenBy)"),
                    "version_note": .text(version.note ?? ""),
                ])
            })
        if !versions.isEmpty { context["has_versions"] = .section(TemplateContext([:])) }
        context["next_version"] = .text("\((versions.last?.number ?? 0) + 1)")
        context["fields"] = .list([
            HeadcountPages.note.context(note, fault: faults.text(of: HeadcountPages.note.name))
        ])
        return (.verbatim(event.details.title), context)
    }

    /// The page of a version, with its differences from the previous version and from the current headcount.
    private func content(
        _ event: Event, _ services: ManagementServices, _ frozen: FrozenHeadcount
    ) throws -> Desk.PageContent {
        let version = frozen.version
        var context = try desk.headerContext(event, services)
        context["parents"] = Desk.parents([
            Desk.guestsParent(event), (Sentence(DeskHeadcountSentence.numbers), "\(event.deskPath)/headcount"),
        ])
        context.merge(HeadcountPages.context(of: frozen.numbers)) { $1 }
        context["version_number"] = .text("\(version.number)")
        context["version_path"] = .text(HeadcountPages.path(of: version, event))
        context["version_about"] = .sentence(
            DeskHeadcountSentence.frozenAt,
            [
                "time": .text(version.frozenAt.minuteText(in: event.zone)),
                "user": .text(version.userName ?? "\(version.frozenBy)"),
            ])
        if let note = version.note { context["version_note"] = .text(note) }
        var comparisons: [TemplateContext] = []
        if version.number > 1 {
            let former = version.number - 1
            comparisons.append(
                HeadcountPages.context(
                    of: try services.headcounts.differences(from: former, to: version.number, of: event),
                    Sentence(DeskHeadcountSentence.sincePrevious, ["number": "\(former)"])))
        }
        comparisons.append(
            HeadcountPages.context(
                of: try services.headcounts.differences(from: version.number, to: nil, of: event),
                Sentence(DeskHeadcountSentence.untilNow)))
        context["comparisons"] = .list(comparisons)
        return (.verbatim(event.details.title), context)
    }

    private static func context(of numbers: CelebrationHeadcount) -> [String: TemplateContext.Value] {
        let subEvents = numbers.subEvents
        var context: [String: TemplateContext.Value] = [
            "counts": .list(subEvents.map(HeadcountPages.counts)),
            "meal_counts": .list(subEvents.flatMap { HeadcountPages.meals($0.name, $0.meals) }),
            "allergy_people": .list(subEvents.flatMap { HeadcountPages.allergies($0.name, $0.allergies) }),
        ]
        if subEvents.isEmpty { context["no_sub_events"] = .section(TemplateContext([:])) }
        if subEvents.contains(where: { !$0.meals.isEmpty }) { context["has_meals"] = .section(TemplateContext([:])) }
        if subEvents.contains(where: { !$0.allergies.isEmpty }) {
            context["has_allergies"] = .section(TemplateContext([:]))
        }
        if subEvents.contains(where: { ($0.mayCome?.people ?? 0) > 0 }) {
            context["possible_guests"] = .section(TemplateContext(possibleContext(of: subEvents)))
        }
        if subEvents.contains(where: { $0.mayCome == nil && $0.maybe > 0 }) {
            context["possible_unknown"] = .section(TemplateContext([:]))
        }
        return context
    }

    /// Template values for the meals and allergies of the people who may come.
    private static func possibleContext(of subEvents: [SubEventHeadcount]) -> [String: TemplateContext.Value] {
        let known = subEvents.compactMap { subEvent in subEvent.mayCome.map { (name: subEvent.name, people: $0) } }
        var context: [String: TemplateContext.Value] = [
            "possible_meals": .list(known.flatMap { meals($0.name, $0.people.meals) }),
            "possible_allergies": .list(known.flatMap { allergies($0.name, $0.people.allergies) }),
        ]
        if known.contains(where: { !$0.people.allergies.isEmpty }) {
            context["has_possible_allergies"] = .section(TemplateContext([:]))
        }
        return context
    }

    private static func counts(_ subEvent: SubEventHeadcount) -> TemplateContext {
        TemplateContext([
            "count_name": .text(subEvent.name), "count_people": .text("\(subEvent.people)"),
            "count_guests": .text("\(subEvent.attending)"), "count_companions": .text("\(subEvent.companions)"),
            "count_children": .text("\(subEvent.children)"), "count_maybe": .text("\(subEvent.maybe)"),
            "count_silent": .text("\(subEvent.silent)"),
        ])
    }

    private static func meals(_ subEvent: String, _ meals: [MealCount]) -> [TemplateContext] {
        meals.map { meal in
            let name = meal.meal.map { Sentence.verbatim($0) } ?? Sentence(DeskHeadcountSentence.withoutMeal)
            return TemplateContext([
                "meal_sub_event": .text(subEvent), "meal_name": .sentence(name),
                "meal_people": .text("\(meal.people)"),
            ])
        }
    }

    private static func allergies(_ subEvent: String, _ people: [PersonWithAllergy]) -> [TemplateContext] {
        people.map { person in
            let companion = person.broughtBy.map { guest in
                Sentence(DeskHeadcountSentence.companionOf, ["guest": .text(guest)])
            }
            let name = person.name.map { Sentence.verbatim($0) } ?? companion ?? .verbatim("–")
            return TemplateContext([
                "allergy_sub_event": .text(subEvent), "allergy_text": .text(person.allergy),
                "allergy_person": .sentence(name),
                "allergy_household": .text(person.household ?? ""),
            ])
        }
    }

    private static func context(of differences: [HeadcountDifference], _ title: Sentence) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "comparison_title": .sentence(title),
            "differences": .list(
                differences.map { difference in
                    TemplateContext([
                        "difference_sub_event": .text(difference.name),
                        "difference_figure": .sentence(difference.figure.label),
                        "difference_before": .text("\(difference.before)"),
                        "difference_after": .text("\(difference.after)"),
                    ])
                }),
        ]
        if !differences.isEmpty { context["has_differences"] = .section(TemplateContext([:])) }
        return TemplateContext(context)
    }
}

extension HeadcountDifference.Figure {
    fileprivate var label: Sentence {
        switch self {
        case .people: Sentence(DeskHeadcountSentence.people)
        case .attending: Sentence(DeskHeadcountSentence.guests)
        case .companions: Sentence(DeskHeadcountSentence.companions)
        case .children: Sentence(DeskHeadcountSentence.children)
        case .maybe: Sentence(DeskHeadcountSentence.maybe)
        case .silent: Sentence(DeskHeadcountSentence.silent)
        case .meal(nil): Sentence(DeskHeadcountSentence.withoutMeal)
        case .meal(let meal?): Sentence(DeskHeadcountSentence.mealFigure, ["meal": .text(meal)])
        case .allergy(let allergy): Sentence(DeskHeadcountSentence.allergyFigure, ["allergy": .text(allergy)])
        case .mayCome: Sentence(DeskHeadcountSentence.mayCome)
        case .mealOfPossible(nil): Sentence(DeskHeadcountSentence.possibleWithoutMeal)
        case .mealOfPossible(let meal?): Sentence(DeskHeadcountSentence.possibleMealFigure, ["meal": .text(meal)])
        case .allergyOfPossible(let allergy):
            Sentence(DeskHeadcountSentence.possibleAllergyFigure, ["allergy": .text(allergy)])
        }
    }
}
