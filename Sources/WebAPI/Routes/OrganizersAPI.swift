import Foundation
import Languages
import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var organizersAPI: [Route] {
        let routes: [Route] = [
            API.list("/organizers", .read) { call in
                try call.services.organizers.organizers().map { ("\($0.number)", OrganizerJSON(organizer: $0).json) }
            },
            API.get("/organizers/:organizer", .read) { OrganizerJSON(organizer: try $0.organizer()).json },
            API.action("/organizers/:organizer", .administer, FieldsBody<OrganizerDetails>.self, method: .patch) {
                call, body in
                let organizer = try call.services.organizers.editOrganizer(call.organizer()) { try body.apply(to: &$0) }
                return OrganizerJSON(organizer: organizer).json
            },
            API.list("/organizers/:organizer/members", .read) { call in
                try call.services.members.members(of: call.organizer()).map {
                    ("\($0.user.id)", UserJSON(user: $0.user, role: $0.role).json)
                }
            },
            API.action("/organizers/:organizer/members", .administer, MemberBody.self) { call, body in
                let organizer = try call.organizer()
                let role = try body.parsedRole()
                let user = try call.services.members.candidate(named: body.user, for: organizer)
                _ = try call.services.members.setRole(role, of: user, in: organizer)
                return UserJSON(user: user, role: role).json
            },
            API.action("/organizers/:organizer/members/:user/remove", .administer) { call in
                let organizer = try call.organizer()
                let (id, members) = (call.pathParameter("user"), try call.services.members.members(of: organizer))
                guard let user = members.first(where: { "\($0.user.id)" == id })?.user else {
                    throw ManagementError.unknownUser(id, known: [])
                }
                _ = try call.services.members.removeMember(user, from: organizer)
                return UserJSON(user: user).json
            },
            API.list("/organizers/:organizer/audit", .readReports) { call, last, limit in
                let view = AuditRecordJSON(zone: .gmt)
                return try call.services.audit.changes(
                    of: call.organizer(), after: last.flatMap { Int64($0) } ?? 0, limit: limit
                ).map { ("\($0.sequence)", view.json($0)) }
            },
            API.get("/organizers/:organizer/audit/verification", .readReports, at: .figures) { call in
                try call.services.audit.verifyAudit(of: call.organizer()).json
            },
        ]
        return routes + noticesAPI
    }

    /// Routes for the outbox, the queue of an organizer’s messages. If a client sends these messages itself, it uses
    /// the routes to list the messages and to report the results.
    private static var noticesAPI: [Route] {
        [
            API.list("/organizers/:organizer/notices", .readReports) { call, last, limit in
                let (organizer, position) = (try call.organizer(), last.flatMap { Notice.Cursor(cursor: $0) })
                let found =
                    if let state = try call.noticeState() {
                        try call.services.notices.notices(of: organizer, in: state, after: position, limit: limit)
                    } else {
                        try call.services.notices.notices(of: organizer, after: position, limit: limit)
                    }
                return found.map { ($0.cursor.cursor, json($0)) }
            },
            API.action("/organizers/:organizer/notices/acknowledge", .sell, NoticeResultBody.self) { call, body in
                let result = try body.reportedResult()
                return json(
                    try call.services.notices.acknowledge(
                        body.key, as: result, answer: body.answer, of: call.organizer()))
            },
            API.action("/organizers/:organizer/notices/retry", .sell, NoticeKeyBody.self) { call, body in
                json(try call.services.notices.retry(body.key, of: call.organizer()))
            },
        ]
    }

    private static func json(_ notice: Notice) -> JSON { NoticeJSON(zone: .gmt).json(notice) }
}

extension APIRequest {
    /// The state in the query, to list only the notices with this state; nil to list all notices.
    ///
    /// - Throws: `ManagementError.invalid` if there is no such state.
    fileprivate func noticeState() throws -> NoticeDelivery.State? {
        try query("state").map { text in
            guard let state = NoticeDelivery.State(rawValue: text) else {
                throw ManagementError.invalid([
                    FieldFault(
                        "state", FieldSentence.oneOf,
                        ["values": .alternatives(NoticeDelivery.State.allCases.map(\.rawValue))])
                ])
            }
            return state
        }
    }
}

private struct NoticeKeyBody: JSONBody, Sendable {
    let key: String

    enum CodingKeys: String, CodingKey, CaseIterable { case key }
}

/// The result of a message that another program or a person has sent.
private struct NoticeResultBody: JSONBody, Sendable {
    let key: String
    /// The answer of a server or provider, unchanged.
    let answer: String?
    private let result: String

    enum CodingKeys: String, CodingKey, CaseIterable {
        case key, answer
        case result = "as"
    }

    /// Parses the field `as`, which contains the result.
    ///
    /// - Throws: `ManagementError.invalid` if the field contains no result, or if the answer is too long or has
    ///   characters that cannot be stored.
    func reportedResult() throws -> NoticeDelivery.ReportedResult {
        var faults = FieldFaults()
        faults.require(optional: answer, "answer")
        let reported = NoticeDelivery.ReportedResult(rawValue: result)
        if let reported, faults.all.isEmpty { return reported }
        faults.require(
            reported != nil, "as", FieldSentence.oneOf,
            ["values": .alternatives(NoticeDelivery.ReportedResult.allCases.map(\.rawValue))])
        throw ManagementError.invalid(faults.all)
    }
}

extension Notice.Cursor {
    fileprivate var cursor: String { "\(created.milliseconds) \(key)" }

    fileprivate init?(cursor: String) {
        let parts = cursor.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]) else { return nil }
        self.init(created: Instant(milliseconds: milliseconds), key: String(parts[1]))
    }
}

private struct MemberBody: JSONBody, Sendable {
    /// The user's id or e-mail address.
    let user: String
    private let role: String

    enum CodingKeys: String, CodingKey, CaseIterable { case user, role }

    /// Parses the field `role`, which contains the name of a role.
    ///
    /// - Throws: `ManagementError.invalid` if there is no such role.
    func parsedRole() throws -> Role {
        guard let role = Role(rawValue: role) else {
            let all = Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw ManagementError.invalid([FieldFault("role", .verbatim(all))])
        }
        return role
    }
}
