import Languages
import Management
import Ticketing
import WebHost

/// The form of the grid of guests. It has the fields of all rows of a page (`ReplyField`). Only the rows that the user
/// has changed are read.
struct GuestGridForm: Sendable {
    /// The numbers of all guests in the form, in ascending order.
    let numbers: [Int]
    /// The guests whose rows were changed, in ascending order of their numbers.
    let guests: [InvitedGuest]
    /// The changed rows.
    let edit: FormEdit<ReplyField>
    private let fields: [ReplyField]

    /// Reads the form.
    ///
    /// - Parameter limit: the maximum number of rows.
    /// - Throws: `Problem` 400 for too many rows or if a field occurs twice, 404 for an unknown guest; errors of the
    ///   services.
    init(_ form: FormFields, limit: Int, of event: Event, _ services: ManagementServices) throws {
        var numbers: Set<Int> = []
        var changed: Set<Int> = []
        for (name, value) in form.values {
            guard let guest = ReplyField.guest(inFieldNamed: name) else { continue }
            numbers.insert(guest)
            if try FieldMerge.fingerprint(value) != form.value(FieldMerge.name(name)) { changed.insert(guest) }
        }
        guard numbers.count <= limit else { throw Problem(.badRequest, .malformedForm) }
        let subEvents = try services.subEvents.subEvents(of: event)
        self.numbers = numbers.sorted()
        guests = try changed.sorted().map { try GuestGridForm.guest($0, of: event, services) }
        // If a sub-event was added after the page was opened, the form has no fields for it.
        fields = guests.flatMap { ReplyField.all(of: $0, subEvents) }.filter { form.has($0.rawValue) }
        edit = try FormEdit(form, fields)
    }

    /// The guest with the given number.
    ///
    /// - Throws: `Problem` 404 if there is no such guest; errors of the services.
    static func guest(_ number: Int, of event: Event, _ services: ManagementServices) throws -> InvitedGuest {
        let guest = try services.guests.guest(named: "\(number)", of: event)
        guard guest.guest.number == number else { throw Problem(.notFound) }
        return guest
    }

    /// The stored replies of the guests whose rows were changed.
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
