import Cryptography
import Foundation
public import Ticketing

extension StoreConnection {
    public var headcounts: HeadcountVersions { HeadcountVersions(connection: self) }
}

/// The headcounts of celebrations: the current headcount, and the versions that organizers have frozen. Versions are
/// never changed.
public struct HeadcountVersions {
    let connection: any StoreConnection

    private static let columns = "h.event, h.number, h.frozen_at, h.frozen_by, p.name, h.note, h.digest"

    // MARK: Current headcount

    /// The current headcount of an event. One statement reads all answers, so that all numbers come from the same
    /// moment.
    public func numbers(of event: EventNumber) throws -> CelebrationHeadcount {
        let subEvents = try connection.subEvents.all(of: event)
        let answers = try answers(of: event)
        return CelebrationHeadcount(
            subEvents: subEvents.map { SubEventHeadcount($0, answers[$0.number] ?? []) })
    }

    /// The answers to the invitations to each sub-event, in the order of the guest list.
    private func answers(of event: EventNumber) throws -> [Int: [AnswerForHeadcount]] {
        let described = Companion.columns.map { "c.\($0)" }.joined(separator: ", ")
        var answers: [Int: [AnswerForHeadcount]] = [:]
        var last: (subEvent: Int, guest: Int)?
        try connection.forEachRow(
            """
            SELECT i.guest, i.sub_event, i.answer, i.answered, i.companions, g.name, h.name, g.meal, g.allergy,
                c.number, \(described)
            FROM invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
            LEFT JOIN household h ON h.event = g.event AND h.number = g.household
            LEFT JOIN companion c ON c.event = g.event AND c.guest = g.number
            WHERE i.event = $1 ORDER BY i.sub_event, i.guest, c.number
            """, [.int(event.rawValue)]
        ) { row in
            let (guest, invitation) = try Invitations.invitation(row)
            // A guest who has described several companions has several rows.
            if last?.subEvent != invitation.subEvent || last?.guest != guest {
                answers[invitation.subEvent, default: []].append(
                    AnswerForHeadcount(
                        name: row.text(5), household: row.optionalText(6), meal: row.optionalText(7),
                        allergy: row.optionalText(8), reply: invitation.reply))
                last = (invitation.subEvent, guest)
            }
            guard let number = try row.optionalNumber(9), let count = answers[invitation.subEvent]?.count else {
                return
            }
            var companion = Companion(number: number)
            try companion.read(row, from: 10)
            answers[invitation.subEvent]?[count - 1].companions.append(companion)
        }
        return answers
    }

    // MARK: Versions

    /// All versions of an event, sorted by version number. The frozen headcounts themselves are not read.
    public func all(of event: EventNumber) throws -> [HeadcountVersion] {
        try connection.all(
            """
            SELECT \(HeadcountVersions.columns) FROM headcount h LEFT JOIN person p ON p.id = h.frozen_by
            WHERE h.event = $1 ORDER BY h.number
            """, [.int(event.rawValue)], HeadcountVersions.version)
    }

    /// The highest version number of an event; 0 if the event has no versions.
    public func last(of event: EventNumber) throws -> Int {
        try connection.first(
            "SELECT coalesce(max(number), 0) FROM headcount WHERE event = $1", [.int(event.rawValue)]
        ) { try $0.number(0) } ?? 0
    }

    /// A version of an event, with its frozen headcount; nil if no version has the number `number`.
    ///
    /// - Throws: `StoreError` if the stored numbers do not match their digest, because somebody has changed them.
    public func with(number: Int, of event: EventNumber) throws -> FrozenHeadcount? {
        try connection.first(
            """
            SELECT \(HeadcountVersions.columns), h.content
            FROM headcount h LEFT JOIN person p ON p.id = h.frozen_by WHERE h.event = $1 AND h.number = $2
            """, [.int(event.rawValue), .int(number)]
        ) { row in
            let version = try HeadcountVersions.version(row)
            let content = Array(row.text(7).utf8)
            do {
                guard try SHA256.digest(content) == version.digest else {
                    throw HeadcountVersions.changedContent(version)
                }
                return FrozenHeadcount(
                    version: version,
                    numbers: try JSONDecoder().decode(CelebrationHeadcount.self, from: Data(content)))
            } catch is DecodingError {
                throw HeadcountVersions.changedContent(version)
            }
        }
    }

    /// Adds a version. Returns nil if the event already has a version with this number.
    public func add(
        _ numbers: CelebrationHeadcount, as number: Int, of event: EventNumber, by user: UserID, note: String?,
        at now: Instant
    ) throws -> HeadcountVersion? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let content = Array(try encoder.encode(numbers))
        let digest = try SHA256.digest(content)
        let added = try connection.execute(
            """
            INSERT INTO headcount (event, number, frozen_at, frozen_by, note, digest, content)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
            """,
            [
                .int(event.rawValue), .int(number), .instant(now), .int(user.rawValue), .optional(note), .blob(digest),
                .text(String(decoding: content, as: UTF8.self)),
            ])
        guard added == 1 else { return nil }
        return HeadcountVersion(
            event: event, number: number, frozenAt: now, frozenBy: user, userName: nil, note: note, digest: digest)
    }

    private static func version(_ row: any SQLRow) throws -> HeadcountVersion {
        HeadcountVersion(
            event: try row.value(0), number: try row.number(1), frozenAt: try row.instant(2),
            frozenBy: try row.value(3),
            userName: row.optionalText(4), note: row.optionalText(5), digest: row.blob(6))
    }

    /// Makes an error that does not contain the stored headcount, because the headcount contains names of guests.
    private static func changedContent(_ version: HeadcountVersion) -> InvalidColumnValue {
        InvalidColumnValue(
            column: 7, value: "version \(version.number)", kind: "headcount (it does not match its stored digest)")
    }
}
