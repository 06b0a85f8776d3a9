import Foundation
import Management
import Presenting
import Ticketing

extension Routes {
    static var organizersAPI: [Route] {
        [
            API.list("/organizers", .read) { call in
                try call.office.organizers().map { ("\($0.number)", OrganizerView(organizer: $0).json) }
            },
            API.get("/organizers/:organizer", .read) { OrganizerView(organizer: try $0.organizer()).json },
            API.list("/organizers/:organizer/members", .read) { call in
                try call.office.members(of: call.organizer()).map {
                    ("\($0.user.id)", UserView(user: $0.user, role: $0.role).json)
                }
            },
            API.act("/organizers/:organizer/members", .administer, MemberBody.self) { call, body in
                let organizer = try call.organizer()
                let role = try body.asked()
                let user = try call.office.candidate(named: body.user, for: organizer)
                _ = try call.office.setRole(role, of: user, in: organizer)
                return UserView(user: user, role: role).json
            },
            API.act("/organizers/:organizer/members/:user/remove", .administer) { call in
                let organizer = try call.organizer()
                let (id, members) = (call.part("user"), try call.office.members(of: organizer))
                guard let user = members.first(where: { "\($0.user.id)" == id })?.user else {
                    throw ManagementError.unknownUser(id, known: [])
                }
                _ = try call.office.removeMember(user, from: organizer)
                return UserView(user: user).json
            },
            API.list("/organizers/:organizer/audit", .readReports) { call, last, limit in
                let view = AuditView(zone: .gmt)
                return try call.office.changes(
                    of: call.organizer(), after: last.flatMap { Int64($0) } ?? 0, limit: limit
                ).map { ("\($0.sequence)", view.json($0)) }
            },
            API.get("/organizers/:organizer/audit/verification", .readReports, at: .figures) { call in
                try call.office.verifyAudit(of: call.organizer()).json
            },
            API.list("/organizers/:organizer/notices", .readReports) { call, last, limit in
                let view = NoticeView(zone: .gmt)
                return try call.office.notices(
                    of: call.organizer(), after: last.flatMap { Notice.Place(cursor: $0) }, limit: limit
                ).map { ($0.place.cursor, view.json($0)) }
            },
        ]
    }
}

extension Notice.Place {
    fileprivate var cursor: String { "\(created.milliseconds) \(key)" }

    fileprivate init?(cursor: String) {
        let parts = cursor.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]) else { return nil }
        self.init(created: Instant(milliseconds: milliseconds), key: String(parts[1]))
    }
}

/// Who is to work for an organizer, and as what.
private struct MemberBody: JSONBody, Sendable {
    /// Their id or e-mail address, which they have told.
    let user: String
    private let role: String

    enum CodingKeys: String, CodingKey, CaseIterable { case user, role }

    /// - Throws: `ManagementError.invalid`.
    func asked() throws -> Role {
        guard let role = Role(rawValue: role) else {
            throw ManagementError.invalid([
                FieldFault("role", Role.allCases.map(\.rawValue).joined(separator: ", "))
            ])
        }
        return role
    }
}
