public import Ticketing

extension StoreConnection {
    public var issueRequests: IssueRequests { IssueRequests(connection: self) }
}

/// The requests that have issued tickets. A client chooses an id for each request, and uses the same id to repeat the
/// request.
public struct IssueRequests {
    let connection: any StoreConnection

    /// The result of a request.
    public struct IssueResult: Hashable, Sendable {
        /// A text that identifies the contents of the request.
        public let requestText: String
        public let tickets: Int
        public let people: Int
        public let key: UInt8
        /// The serials of the tickets that the request issued. If there are many tickets, only the serials of the first
        /// ones.
        public let serials: [Serial]

        public init(requestText: String, tickets: Int, people: Int, key: UInt8, serials: [Serial]) {
            self.requestText = requestText
            self.tickets = tickets
            self.people = people
            self.key = key
            self.serials = serials
        }
    }

    public func with(id: String, of event: EventNumber) throws -> IssueResult? {
        try connection.first(
            "SELECT asked, tickets, people, key, serials FROM issue_request WHERE event = $1 AND request = $2",
            [.int(event.rawValue), .text(id)]
        ) { row in
            IssueResult(
                requestText: row.text(0), tickets: try row.number(1), people: try row.number(2), key: try row.byte(3),
                serials: row.text(4).split(separator: " ").compactMap { UInt64($0).flatMap(Serial.init(rawValue:)) })
        }
    }

    /// Stores the result of a request. Returns false if the id of the request is already used.
    public func insert(_ issued: IssueResult, id: String, of event: EventNumber) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO issue_request (event, request, asked, tickets, people, key, serials)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
            """,
            [
                .int(event.rawValue), .text(id), .text(issued.requestText), .int(issued.tickets), .int(issued.people),
                .int(issued.key), .text(issued.serials.map { "\($0.rawValue)" }.joined(separator: " ")),
            ]) == 1
    }
}
