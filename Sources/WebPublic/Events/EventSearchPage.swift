import Management
import Ticketing
import WebHost

/// The public page that lists events, with a search. It lists only events that are public and published.
struct EventSearchPage: Sendable {
    let site: PublicSite

    /// Number of events per page.
    private static let length = 20
    private static let fields = ["text", "category", "city", "from", "to", "most"]

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let query = try request.queryFields()
        var context: [String: TemplateContext.Value] = [:]
        for name in EventSearchPage.fields { context[name] = .text(try query.value(name) ?? "") }
        let category = try query.value("category") ?? ""
        context["categories"] = .list(
            EventDetails.Category.allCases.map { known in
                var context: [String: TemplateContext.Value] = [
                    "value": .text(known.rawValue), "name": .text(known.displayName),
                ]
                if known.rawValue == category { context["selected"] = .section(TemplateContext([:])) }
                return TemplateContext(context)
            })
        let (search, faults) = try EventSearchPage.search(query)
        for (field, fault) in faults { context["\(field)_fault"] = .text(fault) }
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
                var context = EventTemplateContext(found.event, organizer: "").context
                context["price"] = .text(found.priceText)
                return TemplateContext(context)
            })
        if !faults.isEmpty { context["errors"] = EventSearchPage.errors(faults) }
        return try request.page(
            "public-events", title: "Events", status: faults.isEmpty ? .ok : .unprocessableContent, context)
    }

    /// The errors of a search, each with a link to its field.
    private static func errors(_ faults: [String: String]) -> TemplateContext.Value {
        var summary = ErrorSummary()
        for (field, label) in [("from", "From"), ("to", "Until"), ("most", "Highest ticket price")] {
            summary.add(field, faults[field].map { "\(label): \($0)" })
        }
        return summary.templateValue("Nothing was searched.")
    }

    private static func search(_ query: FormFields) throws -> (EventSearch, faults: [String: String]) {
        var search = EventSearch(text: try query.value("text") ?? "", city: try query.value("city") ?? "")
        var faults: [String: String] = [:]
        search.category = try query.value("category").flatMap { EventDetails.Category(rawValue: $0) }
        func day(_ name: String) throws -> CalendarDay? {
            guard let text = try query.value(name), !text.isEmpty else { return nil }
            let day = CalendarDay(rawValue: text)
            if day == nil { faults[name] = "Write a date such as 2030-12-31." }
            return day
        }
        search.from = try day("from")
        search.to = try day("to")
        if let text = try query.value("most"), !text.isEmpty {
            search.maximumPrice = text == "0" ? Money("0 USD") : Money(text)
            if search.maximumPrice == nil { faults["most"] = "Write an amount such as 50000 UGX, or 0." }
        }
        return (search, faults)
    }
}

extension FoundEvent {
    /// The prices of the event’s tickets in words: `Free`, `from 50,000 UGX`, or `Free – 180,000 UGX` if some tickets
    /// are free and the most expensive ticket costs 180,000 UGX.
    fileprivate var priceText: String {
        switch (cheapest, dearest) {
        case (nil, nil): "Free"
        case (nil, let dearest?): "Free – \(dearest.displayText)"
        case (let cheapest?, _): "from \(cheapest.displayText)"
        }
    }
}

extension EventDetails.Category {
    var displayName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
