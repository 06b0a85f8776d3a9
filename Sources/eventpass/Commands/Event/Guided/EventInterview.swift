import Foundation
import Management
import Presenting
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
    /// Tries whether a plan can be made, and makes nothing of it.
    private let trying: (EventPlan) throws -> CreatedEvent
    private var interview: Interview
    /// The guest list that was good: a pipe that it came through has nothing left for another look.
    private var list: ListFile?

    init(
        _ depth: Depth, in folder: DataFolder, organizers: [Organizer],
        trying: @escaping (EventPlan) throws -> CreatedEvent
    ) throws {
        guard !organizers.isEmpty else {
            throw Failure(
                .usage, "there is no organizer yet", hint: "eventpass organizer create NAME makes one")
        }
        self.depth = depth
        self.organizers = organizers
        self.trying = trying
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
            try kinds(&plan)
            if asksForGuests(plan) { try guests(&plan) }
            if try review(plan) { return plan }
        }
    }

    private func asksForGuests(_ plan: EventPlan) -> Bool {
        plan.details.kind == .celebration && depth == .guided
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
            try Answered.future($0, in: zone)
        }
        plan.details.start = start
        plan.details.end = try interview.ask("end", "End") { answer in
            let end = try Answered.future(answer, in: zone)
            guard end > start else { throw Answered("a time after the start") }
            return end
        }
        guard depth == .guided else { return }
        plan.details.capacity = try interview.ask("capacity", "How many people the venue holds", standard: "") {
            try Answered.number($0, from: 1)
        }
    }

    /// Asks for what there is at the event until it can be made so: some faults span several answers, as two currencies.
    private mutating func kinds(_ plan: inout EventPlan) throws {
        while true {
            (plan.types, plan.functions) = ([], [])
            if plan.details.kind == .celebration { try functions(&plan) } else { try types(&plan) }
            do {
                _ = try trying(plan)
                return
            } catch let fault as SalesError {
                interview.say(fault)
            } catch let fault as CelebrationError {
                interview.say(fault)
            } catch let fault as ManagementError {
                // Not of this step; another can be changed at the review.
                return interview.say(fault)
            }
            interview.reopen(EventInterview.isOfKinds)
        }
    }

    /// Whether an answer is of step 3.
    private static func isOfKinds(_ key: String) -> Bool { key.hasPrefix("type") || key.hasPrefix("function") }

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
                    try $0.isEmpty ? nil : Answered.future($0, in: zone)
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
        var asked = plan
        let tried = try interview.ask("guests", "A guest list, CSV or XLSX", standard: "") { [trying, list] answer in
            asked.guestList = try answer.isEmpty ? nil : list?.name == answer ? list : ListFile(answer)
            do {
                return try trying(asked).guests
            } catch CelebrationError.guestImport(let faults, let total) {
                throw Answered(faults: faults, of: total)
            }
        }
        plan.guestList = asked.guestList
        list = asked.guestList
        guard let tried else { return }
        let columns = tried.columns
        interview.say(
            "columns: " + columns.used.map { "\($0.meaning) ← \($0.heading)" }.joined(separator: ", ").visible)
        if !columns.ignored.isEmpty {
            interview.say("not read: \(columns.ignored.joined(separator: ", ").visible)")
        }
        let invited = counted(tried.invited, "invitation")
        interview.say("\(counted(tried.added, "guest")), \(counted(tried.households, "household")), \(invited)")
    }

    /// True when the plan is agreed to, false when a step is to be asked again.
    private mutating func review(_ plan: EventPlan) throws -> Bool {
        let last = asksForGuests(plan) ? 4 : 3
        interview.step("\(last + 1). Review")
        for line in try plan.lines() { interview.say(line) }
        while true {
            let answer = try interview.reply("  Create it? yes, no, or the number of a step to change: ").lowercased()
            switch answer {
            case "y", "yes": return true
            case "n", "no":
                throw Failure(
                    .usage, "nothing was made; the answers are kept", hint: "the same command goes on where you were")
            case "1": interview.reopen { ["organizer", "title", "kind", "category"].contains($0) }
            case "2": interview.reopen { ["venue", "city", "timezone", "start", "end", "capacity"].contains($0) }
            case "3": interview.reopen(EventInterview.isOfKinds)
            case "4" where last == 4: interview.reopen { $0 == "guests" }
            default:
                interview.say("→ yes, no, or 1 to \(last)")
                continue
            }
            return false
        }
    }
}
