import Languages
import Management
import Ticketing
import WebHost

/// The public page that lists and searches events. It shows only events that are public and published.
///
/// `scripts/discover.js` shows recommendations and recent searches, and finds events near the visitor.
struct EventSearchPage: Sendable {
    let site: PublicSite

    /// Number of events per page.
    private static let length = 20
    /// The fields of the form that the section “More filters” contains.
    private static let filters = ["category", "city", "from", "to", "least", "most"]

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let query = try request.queryFields()
        let (search, faults) = try EventSearchPage.search(query)
        var context = try EventSearchPage.context(of: search, query)
        for (field, fault) in faults { context["\(field)_fault"] = .sentence(fault) }
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
        context["events"] = .list(found.map { EventCardContext($0, in: request.language).context })
        if !faults.isEmpty { context["errors"] = EventSearchPage.errors(faults) }
        var response = try request.localizedPage(
            "public-events", title: Sentence(PublicSentence.events),
            status: faults.isEmpty ? .ok : .unprocessableContent, context)
        SecurityHeaders.allowPosition(in: &response.headers)
        return response
    }

    /// The values of the form, and of the chips above the list (`EventChips`).
    private static func context(
        of search: EventSearch, _ query: FormFields
    ) throws -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [:]
        for name in ["text"] + filters { context[name] = .text(try query.value(name) ?? "") }
        let chips = EventChips(query)
        context["chip_lists"] = .list([
            TemplateContext(["chips_label": .sentence(DiscoverySentence.dates), "chips": chips.periods]),
            TemplateContext(["chips_label": .sentence(DiscoverySentence.categories), "chips": chips.categories]),
        ])
        context["categories"] = .list(
            EventDetails.Category.allCases.map { known in
                var context: [String: TemplateContext.Value] = [
                    "value": .text(known.rawValue), "name": .sentence(known.sentence),
                ]
                if known == search.category { context["selected"] = .section(TemplateContext([:])) }
                return TemplateContext(context)
            })
        context["week_days"] = .list(
            WeekDay.allCases.map { TemplateContext(["value": .text($0.rawValue), "name": .sentence($0.sentence)]) })
        context["day_parts"] = .list(
            DayPart.allCases.map { TemplateContext(["value": .text($0.rawValue), "name": .sentence($0.sentence)]) })
        // The form also sends the choices that the visitor has made with the chips.
        if let period = search.period {
            context["when_chosen"] = .section(TemplateContext(["when": .text(period.rawValue)]))
        }
        if !search.near.isEmpty { context["near_chosen"] = .section(TemplateContext(["near": .text(search.near)])) }
        // The section with the filters is open if at least one filter is set.
        let isNarrowed = try filters.contains { try !(query.value($0) ?? "").isEmpty }
        context["narrowed"] = isNarrowed ? .section(TemplateContext([:])) : nil
        let isSearched = search != EventSearch()
        context["searched"] = isSearched ? .section(TemplateContext([:])) : nil
        // Recommendations appear only on the first page of the whole list, and never above the results of a search.
        let isWhole = try !isSearched && query.value("after") == nil
        context["for_you"] = isWhole ? .section(TemplateContext([:])) : nil
        return context
    }

    private static func errors(_ faults: [String: Sentence]) -> TemplateContext.Value {
        var summary = ErrorSummary()
        let fields: [(String, Sentence)] = [
            ("from", Sentence(PublicSentence.from)), ("to", Sentence(PublicSentence.until)),
            ("least", Sentence(DiscoverySentence.lowestPrice)), ("most", Sentence(PublicSentence.highestPrice)),
        ]
        for (field, label) in fields {
            summary.add(
                field,
                faults[field].map {
                    Sentence(PublicSentence.fieldFault, ["field": .sentence(label), "fault": .sentence($0)])
                })
        }
        return summary.templateValue(Sentence(PublicSentence.notSearched))
    }

    private static func search(_ query: FormFields) throws -> (EventSearch, faults: [String: Sentence]) {
        var search = EventSearch(
            text: try query.value("text") ?? "", city: try query.value("city") ?? "",
            near: try query.value("near") ?? "")
        var faults: [String: Sentence] = [:]
        search.category = try query.value("category").flatMap { EventDetails.Category(rawValue: $0) }
        search.period = try query.value("when").flatMap { EventPeriod(rawValue: $0) }
        func day(_ name: String) throws -> CalendarDay? {
            guard let text = try query.value(name), !text.isEmpty else { return nil }
            let day = CalendarDay(rawValue: text)
            if day == nil { faults[name] = Sentence(PublicSentence.dayFault) }
            return day
        }
        func price(_ name: String) throws -> Money? {
            guard let text = try query.value(name), !text.isEmpty else { return nil }
            let price = text == "0" ? Money("0 USD") : Money(text)
            if price == nil { faults[name] = Sentence(PublicSentence.amountFault) }
            return price
        }
        search.from = try day("from")
        search.to = try day("to")
        search.prices = EventSearch.PriceLimits(least: try price("least"), most: try price("most"))
        if let least = search.prices.least, let most = search.prices.most, least.minorUnits > 0, most.minorUnits > 0,
            least.currency != most.currency
        {
            faults["most"] = Sentence(DiscoverySentence.sameCurrency)
        }
        return (search, faults)
    }
}
