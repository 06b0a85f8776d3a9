public import Ticketing

extension StoreConnection {
    public var answeredRequests: AnsweredRequests { AnsweredRequests(connection: self) }
}

/// API requests with idempotency keys, and the responses to these requests.
public struct AnsweredRequests {
    let connection: any StoreConnection

    private static let columns = "token, request_key, hash, created, status, body"

    /// Records that a request is in progress. Returns false if a request with the same API token and key is already
    /// stored.
    public func begin(_ request: IdempotentRequest) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO answered_request (\(AnsweredRequests.columns)) VALUES ($1, $2, $3, $4, NULL, NULL)
            ON CONFLICT DO NOTHING
            """,
            [
                .int(request.token.rawValue), .text(request.key), .blob(request.hash), .instant(request.created),
            ]) == 1
    }

    public func with(key: String, of token: APITokenID) throws -> IdempotentRequest? {
        try connection.first(
            "SELECT \(AnsweredRequests.columns) FROM answered_request WHERE token = $1 AND request_key = $2",
            [.int(token.rawValue), .text(key)]
        ) { row in
            IdempotentRequest(
                token: try row.value(0), key: row.text(1), hash: row.blob(2), created: try row.instant(3),
                response: row.isNull(4)
                    ? nil : IdempotentRequest.StoredResponse(status: try row.number(4), body: row.optionalText(5) ?? "")
            )
        }
    }

    /// Claims a request whose processing was abandoned. Returns false if another process has claimed or answered the
    /// request.
    public func reclaim(_ request: IdempotentRequest, at now: Instant) throws -> Bool {
        try connection.execute(
            """
            UPDATE answered_request SET created = $1
            WHERE token = $2 AND request_key = $3 AND created = $4 AND status IS NULL
            """,
            [.instant(now), .int(request.token.rawValue), .text(request.key), .instant(request.created)]) == 1
    }

    /// Stores the response to a request.
    public func answer(_ key: String, of token: APITokenID, _ answer: IdempotentRequest.StoredResponse) throws {
        try connection.execute(
            "UPDATE answered_request SET status = $1, body = $2 WHERE token = $3 AND request_key = $4",
            [.int(answer.status), .text(answer.body), .int(token.rawValue), .text(key)])
    }

    /// Removes a request that failed, so that the client can send the request again.
    public func remove(_ key: String, of token: APITokenID) throws {
        try connection.execute(
            "DELETE FROM answered_request WHERE token = $1 AND request_key = $2 AND status IS NULL",
            [.int(token.rawValue), .text(key)])
    }

    /// Removes the requests that were made before a moment.
    public func prune(madeBefore moment: Instant) throws {
        try connection.execute("DELETE FROM answered_request WHERE created < $1", [.instant(moment)])
    }
}
