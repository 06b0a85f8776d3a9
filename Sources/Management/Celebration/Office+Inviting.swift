import Store
public import TicketToken
public import Ticketing

/// Which guests a change of invitations is about.
public enum GuestSelection: Sendable {
    case all
    /// By number, e-mail or name.
    case named([String])
}

/// A change of invitations.
public struct InvitationChange: Sendable {
    /// Numbers of functions they are invited to from now on.
    public var inviting: [Int]
    /// Numbers of functions they are not invited to any more; their answers go with it.
    public var withdrawing: [Int]
    /// Who shares a code, among those who get one now.
    public var sharing: CodeSharing
    /// The ticket type of new codes, by name; made, free of charge, when the event has none of that name.
    public var type: String

    public init(
        inviting: [Int] = [], withdrawing: [Int] = [], sharing: CodeSharing = .household, type: String = "Guest"
    ) {
        self.inviting = inviting
        self.withdrawing = withdrawing
        self.sharing = sharing
        self.type = type
    }
}

/// What a change of invitations came to.
public struct InvitationSummary: Sendable {
    public var invited = 0
    public var withdrawn = 0
    /// Answers that went with invitations that were taken back.
    public var answersLost = 0
    /// New codes, and how many people they admit.
    public var codes = 0
    public var people = 0
    /// The new codes, in the order in which they were issued.
    public var codesIssued: [TicketCode] = []
    /// The tickets of the first of them: at most `IssueSummary.mostNamed`.
    public var first: [Ticket] = []
}

extension Office {
    /// Invites guests to functions or takes invitations back, and issues a code to each guest or household that is
    /// invited somewhere and has none; those who can be reached are told, once for each state of their invitation.
    ///
    /// - Parameter progress: is told now and then how many guests were looked at, then how many have a code now; none
    ///   counts before all are.
    /// - Throws: `CelebrationError`; `ManagementError` when quantity or room does not suffice.
    public func invite(
        _ selection: GuestSelection, _ change: InvitationChange, of event: Event, signingWith ring: KeyRing,
        publicKeys: PublicKeyUse = .refused, progress: (Int) -> Void = { _ in }
    ) throws -> InvitationSummary {
        let key = try Office.signingKey(of: ring, publicKeys)
        return try perform(.inviteGuests, on: event) { work in
            let connection = work.connection
            guard try work.lockedGuests(of: event).status != .cancelled else { throw ManagementError.eventCancelled }
            let functions = try connection.functions.all(of: event.number)
            guard !functions.isEmpty else { throw CelebrationError.noFunctions }
            for number in change.inviting + change.withdrawing
            where !functions.contains(where: { $0.number == number }) {
                throw CelebrationError.unknownFunction("\(number)", known: functions.map(\.name))
            }
            var inviting = Inviting(work: work, event: event, functions: functions, change: change, key: key)
            switch selection {
            case .all: try inviting.takeAll(progress)
            case .named(let names):
                for name in names {
                    try inviting.take(try Office.guest(named: name, of: event.number, connection))
                }
            }
            try inviting.finish(progress)
            try connection.knownKeys.remember(ring.checkValues)
            return inviting.summary
        }
    }
}

/// One change of invitations under way.
private struct Inviting {
    let work: Work
    let event: Event
    let functions: [EventFunction]
    let change: InvitationChange
    let key: UInt8
    private(set) var summary = InvitationSummary()
    /// Guests who are invited somewhere and have no code yet.
    private var codeless: [Guest] = []
    /// The numbers of those that were taken: who is named twice is still one guest.
    private var taken: Set<Int> = []
    private var notices: InvitationNotices

    init(work: Work, event: Event, functions: [EventFunction], change: InvitationChange, key: UInt8) {
        self.work = work
        self.event = event
        self.functions = functions
        self.change = change
        self.key = key
        notices = InvitationNotices(work, of: event, functions: functions)
    }

    mutating func takeAll(_ progress: (Int) -> Void) throws {
        var last = 0
        while true {
            let page = try work.connection.guests.page(of: event.number, after: last, limit: 1000)
            guard let end = page.last else { return }
            for guest in page { try take(guest) }
            last = end.number
            progress(last)
        }
    }

    /// Changes one guest's invitations.
    mutating func take(_ guest: Guest) throws {
        guard taken.insert(guest.number).inserted else { return }
        let invitations = work.connection.invitations
        var hasChanged = false
        var withdrawn = GuestChange()
        for function in change.inviting
        where try invitations.insert(guest: guest.number, function: function, of: event.number) {
            summary.invited += 1
            hasChanged = true
        }
        for function in change.withdrawing {
            guard let old = try invitations.remove(guest: guest.number, function: function, of: event.number) else {
                continue
            }
            withdrawn.withdrawn(from: names(of: [function]), old.answer)
            summary.withdrawn += 1
            if old.answer != .none { summary.answersLost += 1 }
            hasChanged = true
        }
        try work.record(
            AuditSubject(.guest, guest.number), of: event.number, before: withdrawn.before, after: withdrawn.after)
        if guest.serial == nil {
            codeless.append(guest)
        } else if hasChanged {
            try notices.add(guest)
        }
    }

    /// Issues the codes that are missing, and writes down what was done.
    ///
    /// - Parameter progress: is told now and then how many guests have a code now.
    mutating func finish(_ progress: (Int) -> Void) throws {
        codeless = try codeless.filter {
            try !work.connection.invitations.all(ofGuest: $0.number, event: event.number).isEmpty
        }
        let groups = CodePlan.groups(of: codeless, sharing: change.sharing)
        if !groups.isEmpty {
            var issue = Issue(work, event: event.number, types: [], key: key)
            let type = try ticketType()
            var written = 0
            for group in groups {
                try issue.add(type, guests: group, holder: try holder(of: group)) { guest in
                    try take(issued: guest)
                    written += 1
                    if written.isMultiple(of: 1000) { progress(written) }
                }
            }
            try issue.write { try take(issued: $0) }
            try notices.send()
            try issue.settle()
            summary.codes = issue.count
            summary.people = issue.people
            summary.first = issue.first
        }
        try notices.send()
        guard summary.invited + summary.withdrawn + summary.codes > 0 else { return }
        try work.record(
            AuditSubject(.event, event.number), of: event.number,
            after: [
                "invited": "\(summary.invited)", "to": names(of: change.inviting), "withdrawn": "\(summary.withdrawn)",
                "from": names(of: change.withdrawing), "answers lost": "\(summary.answersLost)",
                "codes": "\(summary.codes)", "people": "\(summary.people)", "key": "\(key)",
            ])
    }

    /// Tells a guest who has a code now, and keeps the code. The guests of one code come one after the other.
    private mutating func take(issued guest: Guest) throws {
        try notices.add(guest)
        if let code = guest.serial.map({ TicketCode($0) }), code != summary.codesIssued.last {
            summary.codesIssued.append(code)
        }
    }

    private func names(of numbers: [Int]) -> String {
        functions.filter { numbers.contains($0.number) }.map(\.name).joined(separator: ", ")
    }

    /// A household's name when several of it share a code; else the guest's.
    private func holder(of group: [Guest]) throws -> String {
        if group.count > 1, let number = group[0].household,
            let household = try work.connection.guests.household(number, of: event.number)
        {
            return household.name
        }
        return group.map(\.name).joined(separator: ", ")
    }

    private func ticketType() throws -> TicketType {
        let types = try work.connection.ticketTypes.all(of: event.number)
        do {
            return try Office.type(named: change.type, among: types)
        } catch ManagementError.unknownType {
            // Hidden: guests are invited, and nobody can buy it.
            return try Office.addType(TicketTypeDraft(name: change.type, isHidden: true), to: event, work)
        }
    }
}
