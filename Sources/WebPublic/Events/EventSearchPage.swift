import Languages
import Management
import Ticketing
import WebHost

/// The public page that lists and searches events. It shows only events that are public and published.
struct EventSearchPage: Sendable {
    let site: PublicSite

    /// Number of events per page.
    private static let length = 20
    private static let fields = ["text", "category", "city", "from", "to", "most"]

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (query, language) = (try request.queryFields(), request.language)
        var context: [String: TemplateContext.Value] = [:]
        for name in EventSearchPage.fields { context[name] = .text(try query.value(name) ?? "") }
        let category = try query.value("category") ?? ""
        context["categories"] = .list(
            EventDetails.Category.allCases.map { known in
                var context: [String: TemplateContext.Value] = [
                    "value": .text(known.rawValue), "name": .sentence(known.sentence),
                ]
                if known.rawValue == category { context["selected"] = .section(TemplateContext([:])) }
                return TemplateContext(context)
            })
        let (search, faults) = try EventSearchPage.search(query)
        for (field, fault) in faults { context["\(field)_fault"] = .sentence(fault) }
        // The section with the filters is open if at least one filter is set.
        let isNarrowed = try EventSearchPage.fields.contains { try $0 != "text" && !(query.value($0) ?? "").isEmpty }
        context["narrowed"] = isNarrowed ? .section(TemplateContext([:])) : nil
        context["searched"] = search == EventSearch() ? nil : .section(TemplateContext([:]))
        var found: [FoundEvent] = []
        if faults.isEmpty {
            let last = try query.value("after").flatMap { FoundEvent.Position($0) }
            found = try await site.withStorefront {
                try $0.events(search, after: last, limit: EventSearchPage.length + 1)
            }
        }
        if found.count > EventSearchPage.length, let last = found.dropLast().last {
            found.removeLast()
            let otherParameters = query.without { $0 == "after" }.encoded
            let prefix = otherParameters.isEmpty ? "" : "\(otherParameters)&"
            context["more"] = .text("/events?\(prefix)after=\(last.position)")
        }
        if faults.isEmpty, found.isEmpty { context["nothing"] = .section(TemplateContext([:])) }
        context["events"] = .list(
            found.map { found in
                var context = EventTemplateContext(found.event, organizer: "", in: language).context
                context["price"] = .text(found.priceText(in: language))
                return TemplateContext(context)
            })
        if !faults.isEmpty { context["errors"] = EventSearchPage.errors(faults) }
        return try request.localizedPage(
            "public-events", title: Sentence(PublicSentence.events),
            status: faults.isEmpty ? .ok : .unprocessableContent, context)
    }

    /// The errors of a search, each with a link to its field.
    private static func errors(_ faults: [String: PublicSentence]) -> TemplateContext.Value {
        var summary = ErrorSummary()
        let fields: [(String, PublicSentence)] = [("from", .from), ("to", .until), ("most", .highestPrice)]
        for (field, label) in fields { summary.add(field, label, faults[field].map { Sentence($0) }) }
        return summary.templateValue(Sentence(PublicSentence.notSearched))
    }

    private static func search(_ query: FormFields) throws -> (EventSearch, faults: [String: PublicSentence]) {
        var search = EventSearch(text: try query.value("text") ?? "", city: try query.value("city") ?? "")
        var faults: [String: PublicSentence] = [:]
        search.category = try query.value("category").flatMap { EventDetails.Category(rawValue: $0) }
        func day(_ name: String) throws -> CalendarDay? {
            guard let text = try query.value(name), !text.isEmpty else { return nil }
            let day = CalendarDay(rawValue: text)
            if day == nil { faults[name] = .dayFault }
            return day
        }
        search.from = try day("from")
        search.to = try day("to")
        if let text = try query.value("most"), !text.isEmpty {
            search.maximumPrice = text == "0" ? Money("0 USD") : Money(text)
            if search.maximumPrice == nil { faults["most"] = .amountFault }
        }
        return (search, faults)
    }
}

extension FoundEvent {
    /// The prices of the event’s tickets in words: `Free`, `from UGX 50,000`, or `Free – UGX 180,000` if some tickets
    /// are free and the most expensive ticket costs UGX 180,000.
    fileprivate func priceText(in language: Language) -> String {
        func sentence(_ sentence: PublicSentence, _ price: Money) -> String {
            language.text(sentence, ["price": .text(price.text(in: language.locale))])
        }
        return switch (cheapest, dearest) {
        case (nil, nil): language.text(PublicSentence.free)
        case (nil, let dearest?): sentence(.freeUpTo, dearest)
        case (let cheapest?, _): sentence(.fromPrice, cheapest)
        }
    }
}

extension EventDetails.Category {
    fileprivate var sentence: PublicSentence {
        switch self {
        case .music: .music
        case .arts: .arts
        case .sport: .sport
        case .technology: .technology
        case .food: .food
        case .business: .business
        case .education: .education
        case .community: .community
        case .charity: .charity
        case .religion: .religion
        case .nightlife: .nightlife
        case .other: .otherCategory
        }
    }
}
