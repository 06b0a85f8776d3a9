public import Ticketing

extension StoreConnection {
    public var answeredRequests: AnsweredRequests { AnsweredRequests(connection: self) }
}

/// What programs asked for under keys of theirs, and were answered.
public struct AnsweredRequests {
    let connection: any StoreConnection

    private static let columns = "token, request_key, hash, created, status, body"

    /// Notes that a request is under way. False when its key is known.
    public func begin(_ request: AnsweredRequest) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO answered_request (\(AnsweredRequests.columns)) VALUES ($1, $2, $3, $4, NULL, NULL)
            ON CONFLICT DO NOTHING
            """,
            [
                .int(request.token.rawValue), .text(request.key), .blob(request.hash), .instant(request.created),
            ]) == 1
    }

    public func with(key: String, of token: APITokenID) throws -> AnsweredRequest? {
        try connection.first(
            "SELECT \(AnsweredRequests.columns) FROM answered_request WHERE token = $1 AND request_key = $2",
            [.int(token.rawValue), .text(key)]
        ) { row in
            AnsweredRequest(
                token: try row.value(0), key: row.text(1), hash: row.blob(2), created: try row.instant(3),
                answer: row.isNull(4)
                    ? nil : AnsweredRequest.Answer(status: try row.number(4), body: row.optionalText(5) ?? ""))
        }
    }

    /// Takes over a request that was given up. False when another has, or it was answered.
    public func takeOver(_ request: AnsweredRequest, at now: Instant) throws -> Bool {
        try connection.execute(
            """
            UPDATE answered_request SET created = $1
            WHERE token = $2 AND request_key = $3 AND created = $4 AND status IS NULL
            """,
            [.instant(now), .int(request.token.rawValue), .text(request.key), .instant(request.created)]) == 1
    }

    /// Keeps what one was answered.
    public func answer(_ key: String, of token: APITokenID, _ answer: AnsweredRequest.Answer) throws {
        try connection.execute(
            "UPDATE answered_request SET status = $1, body = $2 WHERE token = $3 AND request_key = $4",
            [.int(answer.status), .text(answer.body), .int(token.rawValue), .text(key)])
    }

    /// Forgets one that came to nothing, so that it may be asked for again.
    public func remove(_ key: String, of token: APITokenID) throws {
        try connection.execute(
            "DELETE FROM answered_request WHERE token = $1 AND request_key = $2 AND status IS NULL",
            [.int(token.rawValue), .text(key)])
    }

    /// Removes those from before.
    public func forget(madeBefore moment: Instant) throws {
        try connection.execute("DELETE FROM answered_request WHERE created < $1", [.instant(moment)])
    }
}
