import Languages
import Management
import Ticketing
import WebHost

/// The form of the grid of guests. It has the fields of all rows of a page (`ReplyField`). Only the rows that the user
/// has changed are read.
struct GuestGridForm: Sendable {
    /// The numbers of all guests in the form, in the order of the form.
    let numbers: [Int]
    /// The guests whose rows were changed, in ascending order of their numbers. Removed guests are left out.
    let guests: [InvitedGuest]
    let edit: FormEdit<ReplyField>
    /// The number of choices that the user has changed. Choices for removed sub-events and guests do not count.
    let changes: Int
    /// The number of changed choices that are answers. The other changed choices are invitations.
    let answers: Int
    /// The numbers of the removed sub-events for which the user has changed a choice, in ascending order. These choices
    /// cannot be saved.
    let removed: [Int]
    /// The numbers of the removed guests whose rows the user has changed, in ascending order. These choices cannot be
    /// saved.
    let removedGuests: [Int]
    private let fields: [ReplyField]

    /// - Parameter limit: the maximum number of rows.
    /// - Throws: `Problem` 400 for too many rows or if a field occurs twice; errors of the services.
    init(_ form: FormFields, limit: Int, of event: Event, _ services: ManagementServices) throws {
        let subEvents = try services.subEvents.subEvents(of: event)
        let invitationMark = try FieldMerge.fingerprint(ReplyField.notInvited)
        var (numbers, known): ([Int], Set<Int>) = ([], [])
        var changed: [(guest: Int, subEvent: Int, isAnswer: Bool)] = []
        for (name, value) in form.values {
            guard let (guest, subEvent) = ReplyField.numbers(inFieldNamed: name) else { continue }
            if known.insert(guest).inserted { numbers.append(guest) }
            let mark = try form.value(FieldMerge.name(name))
            guard try FieldMerge.fingerprint(value) != mark else { continue }
            changed.append((guest: guest, subEvent: subEvent, isAnswer: mark != invitationMark))
        }
        guard numbers.count <= limit else { throw Problem(.badRequest, .malformedForm) }
        self.numbers = numbers
        let rows = Set(changed.map { $0.guest })
        guests = try GuestGridForm.guests(rows.sorted(), of: event, services)
        let (present, current) = (Set(guests.map(\.guest.number)), Set(subEvents.map(\.number)))
        removed = Set(changed.map { $0.subEvent }).subtracting(current).sorted()
        removedGuests = rows.subtracting(present).sorted()
        let saved = changed.filter { present.contains($0.guest) && current.contains($0.subEvent) }
        changes = saved.count
        answers = saved.count { $0.isAnswer }
        // If a sub-event was added after the page was opened, the form has no fields for it.
        fields = guests.flatMap { ReplyField.all(of: $0, subEvents) }.filter { form.has($0.rawValue) }
        edit = try FormEdit(form, fields)
    }

    /// The guests with the given numbers, in the order of `numbers`. Removed guests are left out.
    static func guests(_ numbers: [Int], of event: Event, _ services: ManagementServices) throws -> [InvitedGuest] {
        var guests: [InvitedGuest] = []
        try services.guests.forEachGuest(numbers, of: event) { guests.append($0) }
        return guests
    }

    /// Performs `work`, which reads guests and then changes them in a transaction. If one of the guests was removed in
    /// the meantime, performs `work` once more. It then no longer finds this guest.
    static func rereading<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch GuestError.unknownGuest {
            return try work()
        }
    }

    /// - Throws: `Problem` 404 if there is no such guest; errors of the services.
    static func guest(_ number: Int, of event: Event, _ services: ManagementServices) throws -> InvitedGuest {
        let guest = try services.guests.guest(named: "\(number)", of: event)
        guard guest.guest.number == number else { throw Problem(.notFound) }
        return guest
    }

    var replies: ReplyField.Subject { guests.replies }

    /// Template values for the fields of the changed rows, with the typed values, by the numbers of the guests.
    func context(faults: [FieldFault], notes: [String: Sentence]) throws -> [Int: [TemplateContext]] {
        let contexts = try edit.context(over: replies, faults: faults, notes: notes)
        return zip(fields, contexts).reduce(into: [:]) { rows, field in
            rows[field.0.guest.number, default: []].append(field.1)
        }
    }
}

extension [InvitedGuest] {
    /// The replies of each guest, by the guest’s number and then by the number of the sub-event.
    var replies: ReplyField.Subject {
        reduce(into: [:]) { replies, guest in
            replies[guest.guest.number] = Dictionary(guest.invitations.map { ($0.subEvent, $0.reply) }) { first, _ in
                first
            }
        }
    }
}

extension FormEdit<ReplyField> {
    /// Whether the replies already have all values of the form.
    func isStored(in replies: ReplyField.Subject) -> Bool {
        var edited = replies
        return (try? apply(to: &edited)) != nil && edited == replies
    }
}
