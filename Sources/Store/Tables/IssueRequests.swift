public import Ticketing

extension StoreConnection {
    public var issueRequests: IssueRequests { IssueRequests(connection: self) }
}

/// Requests that have issued tickets, by the id that their sender gave them.
public struct IssueRequests {
    let connection: any StoreConnection

    /// What a request came to.
    public struct Issued: Hashable, Sendable {
        /// What it asked for, in words that two different requests do not share.
        public let asked: String
        public let tickets: Int
        public let people: Int
        public let key: UInt8
        /// The first of the tickets.
        public let serials: [Serial]

        public init(asked: String, tickets: Int, people: Int, key: UInt8, serials: [Serial]) {
            self.asked = asked
            self.tickets = tickets
            self.people = people
            self.key = key
            self.serials = serials
        }
    }

    public func with(id: String, of event: EventNumber) throws -> Issued? {
        try connection.first(
            "SELECT asked, tickets, people, key, serials FROM issue_request WHERE event = $1 AND request = $2",
            [.int(event.rawValue), .text(id)]
        ) { row in
            Issued(
                asked: row.text(0), tickets: try row.number(1), people: try row.number(2), key: try row.byte(3),
                serials: row.text(4).split(separator: " ").compactMap { UInt64($0).flatMap(Serial.init(rawValue:)) })
        }
    }

    /// Keeps what a request came to. False when its id is taken.
    public func insert(_ issued: Issued, id: String, of event: EventNumber) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO issue_request (event, request, asked, tickets, people, key, serials)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
            """,
            [
                .int(event.rawValue), .text(id), .text(issued.asked), .int(issued.tickets), .int(issued.people),
                .int(issued.key), .text(issued.serials.map { "\($0.rawValue)" }.joined(separator: " ")),
            ]) == 1
    }
}
