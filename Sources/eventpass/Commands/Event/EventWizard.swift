import Foundation
import Languages
import Management
import Presentation
import Ticketing

/// The interview of `event create`. It asks for the details of an event step by step: basics, date and venue, ticket
/// types or sub-events, guests, review.
struct EventWizard {
    /// The details that the interview asks for.
    enum Mode {
        case guided
        /// Asks only for the details that publishing needs.
        case express
    }

    let depth: Mode
    let organizers: [Organizer]
    private let dryRun: (EventPlan) throws -> CreatedEvent
    private var interview: SavedQuestionnaire
    /// The last accepted guest list. The list is kept, because a list from a pipe cannot be read twice.
    private var list: GuestListFile?

    init(
        _ depth: Mode, in folder: DataFolder, organizers: [Organizer],
        dryRun: @escaping (EventPlan) throws -> CreatedEvent
    ) throws {
        guard !organizers.isEmpty else {
            throw CommandFailure(
                .usage, OrganizerOption.Text.noOrganizer, hint: Sentence(OrganizerOption.Text.noOrganizerHint))
        }
        self.depth = depth
        self.organizers = organizers
        self.dryRun = dryRun
        let name = depth == .guided ? "guided" : "express"
        interview = try SavedQuestionnaire(keeping: "\(folder.path)/event-\(name).json", for: "--\(name)")
    }

    /// Asks questions until the user accepts the review.
    ///
    /// - Throws: `CommandFailure` if the user declines. The answers stay saved.
    mutating func plan() throws -> EventPlan {
        while true {
            var plan = try basics()
            try dateAndVenue(&plan)
            try typesOrSubEvents(&plan)
            if asksForGuests(plan) { try guests(&plan) }
            if try review(plan) { return plan }
        }
    }

    private func asksForGuests(_ plan: EventPlan) -> Bool {
        plan.details.kind == .celebration && depth == .guided
    }

    /// Deletes the saved answers. Call this method after the event has been created.
    func discardAnswers() throws { try interview.removeSavedAnswers() }

    private mutating func basics() throws -> EventPlan {
        interview.step(Sentence(Text.basics))
        var organizer = organizers[0]
        if organizers.count > 1 {
            let known = organizers
            organizer = try interview.ask("organizer", Sentence(Text.organizer), standard: organizers[0].slug) {
                answer in
                guard let found = known.first(where: { $0.slug == answer || $0.name == answer }) else {
                    throw AnswerParsing(
                        .organizer, ["organizers": .text(known.map(\.slug).joined(separator: ", "))])
                }
                return found
            }
        }
        let title = try interview.ask("title", Sentence(Text.title)) { try AnswerParsing.text($0, needed: true) }
        let kinds = SentenceArgument.sentence(EventDetails.allowed("kind"))
        let kind = try interview.ask("kind", Sentence(Text.kind, ["allowed": kinds]), standard: "public") {
            try AnswerParsing.choice($0) as EventDetails.Kind
        }
        var category = EventDetails.Category.other
        if depth == .guided, kind != .celebration {
            let all = SentenceArgument.sentence(EventDetails.allowed("category"))
            category = try interview.ask("category", Sentence(Text.category, ["allowed": all]), standard: "other") {
                try AnswerParsing.choice($0)
            }
        }
        return EventPlan(
            organizer: organizer,
            details: EventDetails(title: title ?? "", kind: kind, category: category, timeZone: "UTC"))
    }

    private mutating func dateAndVenue(_ plan: inout EventPlan) throws {
        interview.step(Sentence(Text.dateAndVenue))
        plan.details.venue = try interview.ask("venue", Sentence(Text.venue)) {
            try AnswerParsing.text($0, needed: true)
        }
        if depth == .guided {
            plan.details.city = try interview.ask("city", Sentence(Text.city), standard: "") {
                try AnswerParsing.text($0, needed: false)
            }
        }
        let zone = try interview.ask(
            "timezone", Sentence(Text.timeZone), standard: MachineTimeZone.proposal, EventDetailOptions.zone(named:))
        plan.details.timeZone = zone.identifier
        let start = try interview.ask("start", Sentence(Text.start)) {
            try AnswerParsing.future($0, in: zone)
        }
        plan.details.start = start
        plan.details.end = try interview.ask("end", Sentence(Text.end)) { answer in
            let end = try AnswerParsing.future(answer, in: zone, ofDate: .endOfDay)
            guard end > start else { throw AnswerParsing(.laterTime) }
            return end
        }
        guard depth == .guided else { return }
        plan.details.capacity = try interview.ask("capacity", Sentence(Text.capacity), standard: "") {
            try AnswerParsing.number($0, from: 1)
        }
    }

    /// Asks for ticket types or sub-events until a dry run accepts the answers. The dry run checks all answers of this
    /// step together, because some faults concern several answers, such as prices in two currencies.
    private mutating func typesOrSubEvents(_ plan: inout EventPlan) throws {
        while true {
            (plan.types, plan.subEvents) = ([], [])
            if plan.details.kind == .celebration { try subEvents(&plan) } else { try types(&plan) }
            do {
                _ = try dryRun(plan)
                return
            } catch let fault as SalesError {
                interview.say(fault)
            } catch let fault as GuestError {
                interview.say(fault)
            } catch let fault as ManagementError {
                // The fault concerns another step. The user can change the answers of that step when the plan is
                // reviewed.
                return interview.say(fault)
            }
            interview.reopen(EventWizard.isStepThree)
        }
    }

    /// Whether an answer belongs to step 3, which asks for ticket types or sub-events.
    private static func isStepThree(_ key: String) -> Bool { key.hasPrefix("type") || key.hasPrefix("sub_event") }

    private mutating func types(_ plan: inout EventPlan) throws {
        interview.step(Sentence(Text.ticketTypes))
        for number in 1...(depth == .guided ? 64 : 1) {
            let key = "type\(number)"
            let usedNames = plan.types.map { $0.name.lowercased() }
            let name = try interview.ask(
                "\(key).name", Sentence(Text.typeName, ["number": "\(number)"]), standard: number == 1 ? "Regular" : ""
            ) { answer in
                guard !usedNames.contains(answer.lowercased()) else { throw AnswerParsing(.unusedName) }
                return try AnswerParsing.text(answer, needed: false)
            }
            guard let name else { return }
            let price = try interview.ask("\(key).price", Sentence(Text.price), standard: "free") { answer in
                if answer == "free" { return Money?.none }
                guard let money = Money(answer) else { throw AnswerParsing(.price) }
                return money
            }
            var quantity: Int?
            if depth == .guided {
                quantity = try interview.ask("\(key).quantity", Sentence(Text.quantity), standard: "") {
                    try AnswerParsing.number($0, from: 0)
                }
            }
            plan.types.append(TicketTypeDetails(name: name, price: price, quantity: quantity))
        }
    }

    private mutating func subEvents(_ plan: inout EventPlan) throws {
        interview.step(Sentence(Text.subEvents))
        let zone = try EventDetailOptions.zone(named: plan.details.timeZone)
        for number in 1...(depth == .guided ? SubEvent.most : 1) {
            let key = "sub_event\(number)"
            let kinds = SentenceArgument.sentence(SubEventDetails.allowed("type"))
            let kind = try interview.ask(
                "\(key).type", Sentence(Text.subEventType, ["number": "\(number)", "allowed": kinds]),
                standard: number == 1 ? "ceremony" : ""
            ) { $0.isEmpty ? nil : try AnswerParsing.choice($0) as SubEventKind }
            guard let kind else { return }
            var details = SubEventDetails(kind: kind)
            let usedNames = plan.subEvents.map(\.name.folded)
            details.name = try interview.ask("\(key).name", Sentence(Text.name), standard: kind.defaultName) { answer in
                guard !usedNames.contains(answer.folded) else { throw AnswerParsing(.unusedName) }
                return try AnswerParsing.text(answer, needed: true) ?? ""
            }
            if kind == .other {
                details.note = try interview.ask("\(key).note", Sentence(Text.note)) {
                    try AnswerParsing.text($0, needed: true)
                }
            }
            if depth == .guided {
                details.start = try interview.ask("\(key).start", Sentence(Text.subEventStart), standard: "") {
                    try $0.isEmpty ? nil : AnswerParsing.future($0, in: zone)
                }
                details.venue = try interview.ask("\(key).venue", Sentence(Text.subEventVenue), standard: "") {
                    try AnswerParsing.text($0, needed: false)
                }
            }
            plan.subEvents.append(details)
        }
    }

    private mutating func guests(_ plan: inout EventPlan) throws {
        interview.step(Sentence(Text.guests))
        var asked = plan
        let tried = try interview.ask("guests", Sentence(Text.guestList), standard: "") { [dryRun, list] answer in
            asked.guestList = try answer.isEmpty ? nil : list?.name == answer ? list : GuestListFile(answer)
            do {
                return try dryRun(asked).guests
            } catch GuestError.guestImport(let faults, let total) {
                throw AnswerParsing(faults: faults, of: total)
            }
        }
        plan.guestList = asked.guestList
        list = asked.guestList
        guard let tried else { return }
        let columns = tried.columns
        let used = columns.used.map { "\($0.meaning) ← \($0.heading)" }.joined(separator: ", ")
        interview.say(Sentence(GuestImportCommand.Text.columns, ["columns": .text(used)]))
        if !columns.ignored.isEmpty {
            let ignored = columns.ignored.joined(separator: ", ")
            interview.say(Sentence(ColumnMapping.Text.ignoredColumns, ["columns": .text(ignored)]))
        }
        interview.say(
            Sentence(
                Text.guestCounts,
                [
                    "guests": CountText.guests.of(tried.added), "households": CountText.households.of(tried.households),
                    "invitations": CountText.invitations.of(tried.invited),
                ]))
    }

    /// Shows the plan. Returns true if the user accepts the plan, and false if the questions of a step must be asked
    /// again.
    private mutating func review(_ plan: EventPlan) throws -> Bool {
        let last = asksForGuests(plan) ? 4 : 3
        interview.step(Sentence(Text.review, ["number": "\(last + 1)"]))
        for line in try plan.lines() { interview.say(line) }
        while true {
            let answer = try interview.readAnswer("  \(Text.acceptQuestion.text) ").lowercased()
            switch answer {
            case "y", "yes": return true
            case "n", "no":
                throw CommandFailure(
                    .usage, Text.declined, hint: Sentence(SavedQuestionnaire.Text.continueHint))
            case "1": interview.reopen { ["organizer", "title", "kind", "category"].contains($0) }
            case "2": interview.reopen { ["venue", "city", "timezone", "start", "end", "capacity"].contains($0) }
            case "3": interview.reopen(EventWizard.isStepThree)
            case "4" where last == 4: interview.reopen { $0 == "guests" }
            default:
                interview.say(fault: Sentence(Text.acceptAnswers, ["last": "\(last)"]))
                continue
            }
            return false
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "eventWizard"

        case declined = "nothing was created; the answers are saved"
        case basics = "1. Basics"
        case dateAndVenue = "2. Date and venue"
        case ticketTypes = "3. Ticket types"
        case subEvents = "3. Sub-events"
        case guests = "4. Guests"
        case review = "{number}. Review"
        case organizer = "Organizer"
        case title = "Title"
        case kind = "Kind: {allowed}"
        case category = "Category: {allowed}"
        case venue = "Venue"
        case city = "City"
        case timeZone = "Time zone"
        case start = "Start, such as 2030-06-01T14:00"
        case end = "End"
        case capacity = "How many people the venue holds"
        case typeName = "Type {number} name"
        case price = "Price, such as 50000 UGX"
        case quantity = "Quantity"
        case subEventType = "Sub-event {number}: {allowed}"
        case name = "Name"
        case note = "Description"
        case subEventStart = "Starts at"
        case subEventVenue = "Venue, if different"
        case guestList = "A guest list, CSV or XLSX"
        case guestCounts = "{guests}, {households}, {invitations}"
        case acceptQuestion = "Create it? yes, no, or the number of a step to change:"
        case acceptAnswers = "yes, no, or 1 to {last}"
    }
}

extension FieldEntity {
    /// The allowed values of the field with this name. The field must exist.
    fileprivate static func allowed(_ name: String) -> Sentence {
        guard let field = fields.first(where: { $0.name == name }) else {
            preconditionFailure("\(Self.self) has no field \(name)")
        }
        return field.kind.allowed
    }
}
