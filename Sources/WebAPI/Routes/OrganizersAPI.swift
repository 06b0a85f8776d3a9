import Foundation
import Languages
import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var organizersAPI: [Route] {
        [
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
            API.list("/organizers/:organizer/notices", .readReports) { call, last, limit in
                let view = NoticeJSON(zone: .gmt)
                return try call.services.notices.notices(
                    of: call.organizer(), after: last.flatMap { Notice.Cursor(cursor: $0) }, limit: limit
                ).map { ($0.cursor.cursor, view.json($0)) }
            },
        ]
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

/// A user to add to an organizer, with a role.
private struct MemberBody: JSONBody, Sendable {
    /// The user's id or e-mail address.
    let user: String
    private let role: String

    enum CodingKeys: String, CodingKey, CaseIterable { case user, role }

    /// The role whose name is the value of the field `role`.
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
