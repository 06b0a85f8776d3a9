import Management
import Ticketing
import WebHost

/// The public page of events: the published public ones, with a search.
struct EventSearchPage: Sendable {
    let site: PublicSite

    /// Number of events per page.
    private static let length = 20
    private static let fields = ["text", "category", "city", "from", "to", "most"]

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let query = try request.queryFields()
        var facts: [String: TemplateContext.Value] = [:]
        for name in EventSearchPage.fields { facts[name] = .text(try query.value(name) ?? "") }
        let category = try query.value("category") ?? ""
        facts["categories"] = .list(
            EventDetails.Category.allCases.map { known in
                var facts: [String: TemplateContext.Value] = [
                    "value": .text(known.rawValue), "name": .text(known.displayName),
                ]
                if known.rawValue == category { facts["selected"] = .section(TemplateContext([:])) }
                return TemplateContext(facts)
            })
        let (search, faults) = try EventSearchPage.search(query)
        for (field, fault) in faults { facts["\(field)_fault"] = .text(fault) }
        // The page opens the filters if one of them is set.
        let isNarrowed = try EventSearchPage.fields.contains { try $0 != "text" && !(query.value($0) ?? "").isEmpty }
        facts["narrowed"] = isNarrowed ? .section(TemplateContext([:])) : nil
        facts["searched"] = search == EventSearch() ? nil : .section(TemplateContext([:]))
        var found: [FoundEvent] = []
        if faults.isEmpty {
            let last = try query.value("after").flatMap { FoundEvent.Position($0) }
            found = try await site.withStorefront {
                try $0.events(search, after: last, limit: EventSearchPage.length + 1)
            }
        }
        if found.count > EventSearchPage.length, let last = found.dropLast().last {
            found.removeLast()
            let kept = query.without { $0 == "after" }.encoded
            facts["more"] = .text("/events?\(kept.isEmpty ? "" : "\(kept)&")after=\(last.position)")
        }
        if faults.isEmpty, found.isEmpty { facts["nothing"] = .section(TemplateContext([:])) }
        facts["events"] = .list(
            found.map { found in
                var facts = EventTemplateContext(found.event, organizer: "").facts
                facts["price"] = .text(found.priceText)
                return TemplateContext(facts)
            })
        if !faults.isEmpty { facts["errors"] = EventSearchPage.errors(faults) }
        return try request.page(
            "browse", title: "Events", status: faults.isEmpty ? .ok : .unprocessableContent, facts)
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
    /// The price range; `Free – 180,000 UGX` if some tickets are free and others are not.
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
