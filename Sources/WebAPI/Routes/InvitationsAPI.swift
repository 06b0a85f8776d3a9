import Languages
import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var invitationsAPI: [Route] {
        [
            API.action("/events/:event/invitations", .manageEvents, InvitationBody.self) { call, body in
                let event = try call.event()
                let summary = try call.services.guests.invite(
                    body.selection(), try body.change(), of: event, signingWith: call.keyRing())
                return InvitationSummaryJSON(event: event, summary: summary).json
            },
            API.list("/events/:event/attendance", .read) { call in
                try call.services.guests.guestAttendance(of: call.event()).map {
                    ("\($0.subEvent.number)", SubEventAttendanceJSON(attendance: $0).json)
                }
            },
            API.action("/events/:event/guests/:guest/answers", .manageEvents, GuestReplyBody.self) { call, body in
                let event = try call.event()
                let subEvent = try call.subEvent(numbered: "\(body.subEvent)", of: event)
                let guest = try call.services.guests.answer(
                    body.reply(), ofGuest: call.guest(), to: subEvent, of: event)
                return try call.view(of: event).json(guest)
            },
        ]
    }
}

/// A request that changes the invitations of guests. The guests are invited to the sub-events in `subEvents`. Their
/// invitations to the sub-events in `withdraw` are withdrawn.
private struct InvitationBody: JSONBody, Sendable {
    /// The numbers of the guests. Nil if `all` is true: the change is then for every guest.
    private let guests: [Int]?
    private let all: Bool?
    private let subEvents: [Int]?
    private let withdraw: [Int]?
    private let codes: String?
    private let type: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case guests, all, subEvents = "sub_events", withdraw, codes, type
    }

    /// The guests whose invitations change.
    ///
    /// - Throws: `ManagementError.invalid`.
    func selection() throws -> GuestSelection {
        switch (guests, all ?? false) {
        case (nil, true): return .all
        case (let guests?, false) where !guests.isEmpty: return .named(guests.map(String.init))
        default: throw ManagementError.invalid([FieldFault("guests", FaultSentence.guestNumbers)])
        }
    }

    /// The change to make to the invitations.
    ///
    /// - Throws: `ManagementError.invalid`.
    func change() throws -> InvitationChange {
        var change = InvitationChange(inviting: subEvents ?? [], withdrawing: withdraw ?? [])
        var faults = FieldFaults()
        if let codes {
            let sharing = CodeSharing(rawValue: codes)
            faults.require(
                sharing != nil, "codes", FieldSentence.oneOf,
                ["values": .alternatives(CodeSharing.allCases.map(\.rawValue))])
            change.sharing = sharing ?? change.sharing
        }
        if let type {
            faults.require(text: type, "type")
            change.type = type
        }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        return change
    }
}

private struct GuestReplyBody: JSONBody, Sendable {
    /// The number of the sub-event in its event.
    let subEvent: Int
    let answer: String
    let companions: Int?

    enum CodingKeys: String, CodingKey, CaseIterable { case subEvent = "sub_event", answer, companions }

    /// A second word for `no answer`. It was the only word for it in requests of earlier versions.
    private static let formerNoAnswer = "none"

    /// The guest's reply to the invitation. The words are those that `GuestJSON` writes.
    ///
    /// - Throws: `ManagementError.invalid`.
    func reply() throws -> Ticketing.InvitationReply {
        let word = answer == GuestReplyBody.formerNoAnswer ? Ticketing.InvitationReply.none.kind.rawValue : answer
        guard let kind = Ticketing.InvitationReply.Kind(rawValue: word), kind == .attending || companions == nil else {
            throw ManagementError.invalid([FieldFault("answer", FaultSentence.answerForm)])
        }
        return switch kind {
        case .attending: .attending(companions: companions ?? 0)
        case .maybe: .maybe
        case .declined: .declined
        case .none: .none
        }
    }
}
