import Foundation
import Presenting
import Ticketing

extension Routes {
    static var organizersAPI: [Route] {
        [
            API.get("/organizers", .read) { call in
                .object([
                    ("items", .array(try call.office.organizers().map { OrganizerView(organizer: $0).json })),
                    ("next", .null),
                ])
            },
            API.get("/organizers/:organizer", .read) { OrganizerView(organizer: try $0.organizer()).json },
            API.get("/organizers/:organizer/members", .read) { call in
                let members = try call.office.members(of: call.organizer())
                return .object([
                    ("items", .array(members.map { UserView(user: $0.user, role: $0.role).json })), ("next", .null),
                ])
            },
            API.list("/organizers/:organizer/audit", .readReports) { call, last, limit in
                let view = AuditView(zone: .gmt)
                return try call.office.changes(
                    of: call.organizer(), after: last.flatMap { Int64($0) } ?? 0, limit: limit
                ).map { ("\($0.sequence)", view.json($0)) }
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
