import Management
import Presenting
import Ticketing

extension Routes {
    static var invitationsAPI: [Route] {
        [
            API.act("/events/:event/invitations", .manageEvents, InvitationBody.self) { call, body in
                let event = try call.event()
                let summary = try call.office.invite(
                    body.selection(), try body.change(), of: event, signingWith: call.keys())
                return InvitationSummaryView(event: event, summary: summary).json
            },
            API.list("/events/:event/attendance", .read) { call in
                try call.office.guestAttendance(of: call.event()).map {
                    ("\($0.function.number)", FunctionAttendanceView(attendance: $0).json)
                }
            },
            API.act("/events/:event/guests/:guest/answers", .manageEvents, AnswerBody.self) { call, body in
                let event = try call.event()
                let function = try call.function(numbered: "\(body.function)", of: event)
                let guest = try call.office.answer(body.said(), ofGuest: call.guest(), to: function, of: event)
                return try call.view(of: event).json(guest)
            },
        ]
    }
}

/// Who is invited where, and where not any more.
private struct InvitationBody: JSONBody, Sendable {
    /// By number; nil is every guest.
    private let guests: [Int]?
    private let all: Bool?
    private let functions: [Int]?
    private let withdraw: [Int]?
    private let codes: String?
    private let type: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case guests, all, functions, withdraw, codes, type }

    /// - Throws: `ManagementError.invalid`.
    func selection() throws -> GuestSelection {
        switch (guests, all ?? false) {
        case (nil, true): return .all
        case (let guests?, false) where !guests.isEmpty: return .named(guests.map(String.init))
        default: throw ManagementError.invalid([FieldFault("guests", "numbers of guests, or else all")])
        }
    }

    /// - Throws: `ManagementError.invalid`.
    func change() throws -> InvitationChange {
        var change = InvitationChange(inviting: functions ?? [], withdrawing: withdraw ?? [])
        var faults = FieldFaults()
        if let codes {
            let sharing = CodeSharing(rawValue: codes)
            faults.demand(
                sharing != nil, "codes", CodeSharing.allCases.map(\.rawValue).joined(separator: " or "))
            change.sharing = sharing ?? change.sharing
        }
        if let type {
            faults.demand(text: type, "type")
            change.type = type
        }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        return change
    }
}

private struct AnswerBody: JSONBody, Sendable {
    /// By number.
    let function: Int
    let answer: String
    let companions: Int?

    enum CodingKeys: String, CodingKey, CaseIterable { case function, answer, companions }

    /// - Throws: `ManagementError.invalid`.
    func said() throws -> Ticketing.Answer {
        switch (answer, companions) {
        case ("attending", let companions): .attending(companions: companions ?? 0)
        case ("declined", nil): .declined
        case ("none", nil): .none
        default:
            throw ManagementError.invalid([
                FieldFault("answer", "attending, with companions or without; declined; none")
            ])
        }
    }
}
