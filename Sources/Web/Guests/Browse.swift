import Management
import Ticketing

/// What is on: the published public events, and a search among them.
struct Browse: Sendable {
    let house: House

    /// Events on a page.
    private static let length = 20
    private static let fields = ["text", "category", "city", "from", "to", "most"]

    func page(_ visit: Visit) async throws -> Answer {
        let query = try visit.queryFields()
        var facts: [String: Facts.Fact] = [:]
        for name in Browse.fields { facts[name] = .text(try query.one(name) ?? "") }
        let category = try query.one("category") ?? ""
        facts["categories"] = .list(
            EventDetails.Category.allCases.map { known in
                var facts: [String: Facts.Fact] = ["value": .text(known.rawValue), "name": .text(known.shown)]
                if known.rawValue == category { facts["selected"] = .one(Facts([:])) }
                return Facts(facts)
            })
        let (search, faults) = try Browse.search(query)
        for (field, fault) in faults { facts["\(field)_fault"] = .text(fault) }
        // What was asked for beside words is not folded away.
        let isNarrowed = try Browse.fields.contains { try $0 != "text" && !(query.one($0) ?? "").isEmpty }
        facts["narrowed"] = isNarrowed ? .one(Facts([:])) : nil
        facts["searched"] = search == EventSearch() ? nil : .one(Facts([:]))
        var found: [FoundEvent] = []
        if faults.isEmpty {
            let last = try query.one("after").flatMap { FoundEvent.Position($0) }
            found = try await house.inFoyer { try $0.events(search, after: last, limit: Browse.length + 1) }
        }
        if found.count > Browse.length, let last = found.dropLast().last {
            found.removeLast()
            let kept = query.without { $0 == "after" }.encoded
            facts["more"] = .text("/events?\(kept.isEmpty ? "" : "\(kept)&")after=\(last.position)")
        }
        if faults.isEmpty, found.isEmpty { facts["nothing"] = .one(Facts([:])) }
        facts["events"] = .list(
            found.map { found in
                var facts = EventFacts(found.event, organizer: "").facts
                facts["price"] = .text(found.priceWords)
                return Facts(facts)
            })
        if !faults.isEmpty { facts["errors"] = Browse.errors(faults) }
        return try visit.page(
            "browse", title: "What is on", status: faults.isEmpty ? .ok : .unprocessableContent, facts)
    }

    /// The faults of a search, each with a link to its field.
    private static func errors(_ faults: [String: String]) -> Facts.Fact {
        var summary = ErrorSummary()
        for (field, label) in [("from", "From"), ("to", "Until"), ("most", "A ticket costs at most")] {
            summary.add(field, faults[field].map { "\(label): \($0)" })
        }
        return summary.fact("No search was made.")
    }

    private static func search(_ query: FormFields) throws -> (EventSearch, faults: [String: String]) {
        var search = EventSearch(text: try query.one("text") ?? "", city: try query.one("city") ?? "")
        var faults: [String: String] = [:]
        search.category = try query.one("category").flatMap { EventDetails.Category(rawValue: $0) }
        func day(_ name: String) throws -> CalendarDay? {
            guard let text = try query.one(name), !text.isEmpty else { return nil }
            let day = CalendarDay(rawValue: text)
            if day == nil { faults[name] = "This is no day; write it as 2030-12-31." }
            return day
        }
        search.from = try day("from")
        search.to = try day("to")
        if let text = try query.one("most"), !text.isEmpty {
            search.most = text == "0" ? Money("0 USD") : Money(text)
            if search.most == nil { faults["most"] = "Write an amount with its currency, such as 50000 UGX; or 0." }
        }
        return (search, faults)
    }
}

extension FoundEvent {
    /// `Free – 180,000 UGX` where some tickets cost nothing and others do.
    fileprivate var priceWords: String {
        switch (cheapest, dearest) {
        case (nil, nil): "Free"
        case (nil, let dearest?): "Free – \(dearest.shown)"
        case (let cheapest?, _): "from \(cheapest.shown)"
        }
    }
}

extension EventDetails.Category {
    var shown: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
