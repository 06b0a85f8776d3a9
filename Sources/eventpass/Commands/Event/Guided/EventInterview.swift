import Foundation
import Management
import Ticketing

/// Asks for an event step by step: basics, date and venue, types or functions, guests, review.
struct EventInterview {
    /// How much is asked.
    enum Depth {
        case guided
        /// Only what publishing needs.
        case express
    }

    let depth: Depth
    let organizers: [Organizer]
    private var interview: Interview

    init(_ depth: Depth, in folder: DataFolder, organizers: [Organizer]) throws {
        guard !organizers.isEmpty else {
            throw Failure(
                .usage, "there is no organizer yet", hint: "eventpass organizer create NAME makes one")
        }
        self.depth = depth
        self.organizers = organizers
        let name = depth == .guided ? "guided" : "express"
        interview = try Interview(keeping: "\(folder.path)/event-\(name).json", for: "--\(name)")
    }

    /// Asks until the review is agreed to.
    ///
    /// - Throws: `Failure` when it is not; the answers are kept.
    mutating func plan() throws -> EventPlan {
        while true {
            var plan = try basics()
            try dateAndVenue(&plan)
            if plan.details.kind == .celebration { try functions(&plan) } else { try types(&plan) }
            if plan.details.kind == .celebration, depth == .guided { try guests(&plan) }
            if try review(plan) { return plan }
        }
    }

    /// The event is there; the answers are not needed any more.
    func end() throws { try interview.end() }

    private mutating func basics() throws -> EventPlan {
        interview.step("1. Basics")
        var organizer = organizers[0]
        if organizers.count > 1 {
            let known = organizers
            organizer = try interview.ask("organizer", "Who holds it", standard: organizers[0].slug) { answer in
                guard let found = known.first(where: { $0.slug == answer || $0.name == answer }) else {
                    throw Answered("one of \(known.map(\.slug).joined(separator: ", "))")
                }
                return found
            }
        }
        let title = try interview.ask("title", "Title") { try Answered.text($0, needed: true) }
        let kind = try interview.ask("kind", "Kind: public, private or celebration", standard: "public") {
            try Answered.choice($0) as EventDetails.Kind
        }
        var category = EventDetails.Category.other
        if depth == .guided, kind != .celebration {
            let all = EventDetails.Category.allCases.map(\.rawValue).joined(separator: ", ")
            category = try interview.ask("category", "Category: \(all)", standard: "other") {
                try Answered.choice($0)
            }
        }
        return EventPlan(
            organizer: organizer,
            details: EventDetails(title: title ?? "", kind: kind, category: category, timeZone: "UTC"))
    }

    private mutating func dateAndVenue(_ plan: inout EventPlan) throws {
        interview.step("2. Date and venue")
        plan.details.venue = try interview.ask("venue", "Venue") { try Answered.text($0, needed: true) }
        if depth == .guided {
            plan.details.city = try interview.ask("city", "City", standard: "") {
                try Answered.text($0, needed: false)
            }
        }
        let zone = try interview.ask(
            "timezone", "Time zone", standard: TimeZone.current.identifier, EventDetailOptions.zone(named:))
        plan.details.timeZone = zone.identifier
        let start = try interview.ask("start", "Start, such as 2030-06-01T14:00") {
            try Moment(argument: $0).instant(in: zone)
        }
        plan.details.start = start
        plan.details.end = try interview.ask("end", "End") { answer in
            let end = try Moment(argument: answer).instant(in: zone)
            guard end > start else { throw Answered("a time after the start") }
            guard end > .now() else { throw Answered("a time that is not past") }
            return end
        }
        guard depth == .guided else { return }
        plan.details.capacity = try interview.ask("capacity", "How many people the venue holds", standard: "") {
            try Answered.number($0, from: 1)
        }
    }

    private mutating func types(_ plan: inout EventPlan) throws {
        interview.step("3. Ticket types")
        for number in 1...(depth == .guided ? 64 : 1) {
            let key = "type\(number)"
            let taken = plan.types.map { $0.name.lowercased() }
            let name = try interview.ask(
                "\(key).name", "Type \(number), its name", standard: number == 1 ? "Regular" : ""
            ) { answer in
                guard !taken.contains(answer.lowercased()) else { throw Answered("a name that is not there yet") }
                return try Answered.text(answer, needed: false)
            }
            guard let name else { return }
            let price = try interview.ask("\(key).price", "Its price, such as 50000 UGX", standard: "free") { answer in
                if answer == "free" { return Money?.none }
                guard let money = Money(answer) else { throw Answered("“50000 UGX”, “12.50 EUR” or free") }
                return money
            }
            var quantity: Int?
            if depth == .guided {
                quantity = try interview.ask("\(key).quantity", "How many of them", standard: "") {
                    try Answered.number($0, from: 0)
                }
            }
            plan.types.append(TicketTypeDraft(name: name, price: price, quantity: quantity))
        }
    }

    private mutating func functions(_ plan: inout EventPlan) throws {
        interview.step("3. Functions")
        let zone = try EventDetailOptions.zone(named: plan.details.timeZone)
        for number in 1...(depth == .guided ? EventFunction.most : 1) {
            let key = "function\(number)"
            let kind = try interview.ask(
                "\(key).type", "Function \(number): ceremony, reception, rehearsal or other",
                standard: number == 1 ? "ceremony" : ""
            ) { $0.isEmpty ? nil : try Answered.choice($0) as FunctionKind }
            guard let kind else { return }
            var details = FunctionDetails(kind: kind)
            let taken = plan.functions.map(\.name.folded)
            details.name = try interview.ask("\(key).name", "Its name", standard: kind.defaultName) { answer in
                guard !taken.contains(answer.folded) else { throw Answered("a name that is not there yet") }
                return try Answered.text(answer, needed: true) ?? ""
            }
            if kind == .other {
                details.note = try interview.ask("\(key).note", "What it is") { try Answered.text($0, needed: true) }
            }
            if depth == .guided {
                details.start = try interview.ask("\(key).start", "When it starts", standard: "") {
                    try $0.isEmpty ? nil : Moment(argument: $0).instant(in: zone)
                }
                details.venue = try interview.ask("\(key).venue", "Where, if elsewhere", standard: "") {
                    try Answered.text($0, needed: false)
                }
            }
            plan.functions.append(details)
        }
    }

    private mutating func guests(_ plan: inout EventPlan) throws {
        interview.step("4. Guests")
        plan.guestList = try interview.ask("guests", "A guest list, CSV or XLSX", standard: "") { answer in
            guard answer.isEmpty || FileManager.default.isReadableFile(atPath: answer) else {
                throw Answered("the path of a file that can be read, or Enter to import one later")
            }
            return answer.isEmpty ? nil : answer
        }
    }

    /// True when the plan is agreed to, false when a step is to be asked again.
    private mutating func review(_ plan: EventPlan) throws -> Bool {
        interview.step("\(plan.guestList == nil && depth == .express ? 4 : 5). Review")
        for line in try plan.lines() { interview.say(line) }
        while true {
            let answer = try interview.reply("  Create it? yes, no, or the number of a step to change: ").lowercased()
            switch answer {
            case "y", "yes": return true
            case "n", "no":
                throw Failure(
                    .usage, "nothing was made; the answers are kept", hint: "the same command goes on where you were")
            case "1": try interview.forget { ["organizer", "title", "kind", "category"].contains($0) }
            case "2":
                try interview.forget { ["venue", "city", "timezone", "start", "end", "capacity"].contains($0) }
            case "3": try interview.forget { $0.hasPrefix("type") || $0.hasPrefix("function") }
            case "4": try interview.forget { $0 == "guests" }
            default:
                interview.say("→ yes, no, or 1 to 4")
                continue
            }
            return false
        }
    }
}

/// What is allowed instead of an answer.
private struct Answered: Error, CustomStringConvertible {
    let description: String

    init(_ allowed: String) { description = "what is allowed: \(allowed)" }

    static func text(_ answer: String, needed: Bool) throws -> String? {
        if answer.isEmpty {
            guard !needed else { throw Answered("a text") }
            return nil
        }
        guard answer.unicodeScalars.count <= FunctionFault.longest else {
            throw Answered("at most \(FunctionFault.longest) characters")
        }
        return answer
    }

    static func number(_ answer: String, from least: Int) throws -> Int? {
        if answer.isEmpty { return nil }
        guard let number = Int(answer), number >= least else { throw Answered("a number from \(least) on, or Enter") }
        return number
    }

    static func choice<Value: RawRepresentable & CaseIterable>(_ answer: String) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: answer.lowercased()) else {
            throw Answered(Value.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return value
    }
}
