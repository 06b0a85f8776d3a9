import Cryptography
import HTTPTypes
import Management
import NIOCore
import Presentation
import Store
import Ticketing
import WebHost

/// Functions that make the routes of the API. Each function takes a path, the scope (permission) that an API token
/// needs, and a closure that calls the management services.
enum API {
    static let root = "/api/v1"

    /// The threads on which a route does its work. Slow work runs on separate threads, so that it does not delay gates
    /// or other requests. `figures` are the threads for figures and for searches that read many rows.
    enum ThreadPool: Sendable {
        case main, figures, lists, gates

        func threads(of server: ServerContext) -> StoreThreads {
            switch self {
            case .main: server.storeThreads
            case .figures: server.reportThreads
            case .lists: server.importThreads
            case .gates: server.gateThreads ?? server.storeThreads
            }
        }
    }

    static func get(
        _ path: String, _ scope: APIToken.Scope, at pool: ThreadPool = .main,
        _ work: @escaping @Sendable (APIRequest) throws -> JSON
    ) -> Route {
        .get(root + path, .program(scope)) { request in
            .json(try await request.withAPIRequest(at: pool) { call, _ in try work(call) })
        }
    }

    /// A GET route that returns a list, one page at a time.
    ///
    /// - Parameter work: finds at most `limit` rows after the row with the key `after`. If `after` is nil, the list
    ///   starts at the beginning.
    static func list(
        _ path: String, _ scope: APIToken.Scope, at pool: ThreadPool = .main,
        _ work: @escaping @Sendable (APIRequest, _ after: String?, _ limit: Int) throws -> [(key: String, json: JSON)]
    ) -> Route {
        .get(root + path, .program(scope)) { request in
            let part = try Pagination(request, BearerToken(request.headers), of: request.listIdentity)
            return .json(
                try await request.withAPIRequest(at: pool) { call, _ in
                    try part.json(work(call, part.after, part.queryLimit))
                })
        }
    }

    /// A GET route that returns a list, one page at a time. All rows are read again for each page, so this function is
    /// only for short lists.
    ///
    /// - Parameter work: finds all rows, each with a unique key.
    static func list(
        _ path: String, _ scope: APIToken.Scope, at pool: ThreadPool = .main,
        allRows work: @escaping @Sendable (APIRequest) throws -> [(key: String, json: JSON)]
    ) -> Route {
        list(path, scope, at: pool) { call, last, limit in
            let rows = try work(call)
            guard let last else { return Array(rows.prefix(limit)) }
            guard let index = rows.firstIndex(where: { $0.key == last }) else {
                throw Problem(.conflict, .lastItemGone)
            }
            return Array(rows[(index + 1)...].prefix(limit))
        }
    }

    /// A POST route that returns the results of a search, one page at a time. The search text is in the body, because
    /// it may contain people's names, which must not appear in a URL.
    static func search<Body: JSONBody & Sendable>(
        _ path: String, _ scope: APIToken.Scope, _: Body.Type, at pool: ThreadPool = .main,
        _ work:
            @escaping @Sendable (APIRequest, Body, _ after: String?, _ limit: Int) throws -> [(key: String, json: JSON)]
    ) -> Route {
        .post(root + path, .program(scope)) { request in
            let (body, bytes) = try await request.body(Body.self)
            let searched = Hexadecimal.text(try SHA256.digest(bytes))
            let part = try Pagination(request, BearerToken(request.headers), of: "\(request.listIdentity) \(searched)")
            return .json(
                try await request.withAPIRequest(at: pool) { call, _ in
                    try part.json(work(call, body, part.after, part.queryLimit))
                }
            )
        }
    }

    /// A POST route that shows what an action with the same body would do. It changes nothing, so it takes no
    /// idempotency key.
    static func preview<Body: JSONBody & Sendable>(
        _ path: String, _ scope: APIToken.Scope, _: Body.Type,
        _ work: @escaping @Sendable (PageRequest, Body) async throws -> JSON
    ) -> Route {
        .post(root + path, .program(scope)) { request in
            let (body, _) = try await request.body(Body.self)
            return .json(try await work(request, body))
        }
    }

    /// A POST route for an action without a body.
    static func action(
        _ path: String, _ scope: APIToken.Scope, _ work: @escaping @Sendable (APIRequest) throws -> JSON
    ) -> Route {
        .post(root + path, .program(scope)) { request in
            // Some clients send JSON with every request. They send an empty object if the action needs no body.
            let body = Array(try await request.body().readableBytesView)
            if !body.isEmpty { _ = try StrictJSON.decode(NoFields.self, body) }
            return try await request.idempotently([], .ok) { try work($0) }
        }
    }

    static func action<Body: JSONBody & Sendable>(
        _ path: String, _ scope: APIToken.Scope, _: Body.Type, method: HTTPRequest.Method = .post,
        limit: BodyLimit = .form, at pool: ThreadPool = .main, _ status: HTTPResponse.Status = .ok,
        _ work: @escaping @Sendable (APIRequest, Body) throws -> JSON
    ) -> Route {
        Route(method: method, path: root + path, access: .program(scope), limit: limit) { request in
            let (body, bytes) = try await request.body(Body.self)
            return try await request.idempotently(bytes, status, at: pool) { try work($0, body) }
        }
    }
}

private struct NoFields: JSONBody {
    enum CodingKeys: CodingKey, CaseIterable {}
}

extension PageRequest {
    private static let requestKeyName = HTTPField.Name("Idempotency-Key")

    /// `Idempotency-Key`: the server performs only one request for each API token and key, even if the client sends the
    /// request several times.
    var idempotencyKey: String? { PageRequest.requestKeyName.flatMap { headers[$0] } }

    /// The path and the filters of a list, without `cursor` and `limit`. They identify the list: a cursor (the position
    /// of a page) is valid only for the list for which it was created.
    fileprivate var listIdentity: String {
        let parts = target.split(separator: "?", maxSplits: 1)
        let filters = parts.dropFirst().first.map { $0.split(separator: "&") } ?? []
        let otherFilters = filters.filter { !$0.hasPrefix("cursor=") && !$0.hasPrefix("limit=") }.sorted()
        return ([parts.first ?? ""] + otherFilters).joined(separator: "&")
    }

    fileprivate func body<Body: JSONBody>(_ type: Body.Type) async throws -> (Body, [UInt8]) {
        guard headers[.contentType].map(FormFields.mediaType) == "application/json" else {
            throw Problem(.unsupportedMediaType, .notJSON)
        }
        let bytes = Array(try await body().readableBytesView)
        return (try StrictJSON.decode(type, bytes), bytes)
    }

    /// Runs `work` on a thread that is allowed to wait for the store. The management services have the rights of the
    /// request's API token.
    ///
    /// - Parameter deadline: when to stop waiting for the store; nil to wait without a limit.
    /// - Throws: `Problem` 401; any error of `work`.
    func withAPIRequest<Result: Sendable>(
        at pool: API.ThreadPool = .main, until deadline: ContinuousClock.Instant? = nil,
        _ work: @escaping @Sendable (APIRequest, APIToken) throws -> Result
    ) async throws -> Result {
        try await withAPIToken(on: pool.threads(of: server), until: deadline) { services, token in
            let call = try APIRequest(
                services, self, of: token.id, availableKeyRing: try server.keyRing, now: server.now())
            return try work(call, token)
        }
    }

    /// Performs a change only once for each `Idempotency-Key`. A request without a key is always performed.
    ///
    /// - Parameter body: the raw body; a retry must send the same bytes.
    fileprivate func idempotently(
        _ body: [UInt8], _ status: HTTPResponse.Status, at pool: API.ThreadPool = .main,
        _ work: @escaping @Sendable (APIRequest) throws -> JSON
    ) async throws -> RouteResponse {
        guard let key = idempotencyKey else {
            return .json(try await withAPIRequest(at: pool) { call, _ in try work(call) }, status)
        }
        guard (1...IdempotentRequest.longestKey).contains(key.utf8.count) else {
            throw Problem(.badRequest, .keyLength, ["longest": .number(IdempotentRequest.longestKey)])
        }
        let bearer = try BearerToken(headers)
        // The hash is keyed with the token's secret, so that the stored hash alone does not reveal the request.
        let requestHash = try bearer.mac(of: "\(method.rawValue) \(target)\n\(Hexadecimal.text(SHA256.digest(body)))")
        return try await pool.threads(of: server).run { store in
            let authenticator = Authenticator(to: store, clock: server.now)
            guard let (services, token) = try authenticator.services(ofToken: bearer.secret) else {
                throw BearerToken.invalid
            }
            switch try authenticator.beginRequest(key, hash: requestHash, of: token, with: bearer.secret) {
            case .new(let change):
                return try PageRequest.storingAnswer(key, of: token, bearer.secret, authenticator) {
                    let call = try APIRequest(
                        services.withChangeID(change).applying { server.noticePolicy }
                            .pricing({ server.smsPrice }, ifSendingSMS: { server.sendsSMS }),
                        self, of: token.id,
                        availableKeyRing: try server.keyRing, now: server.now())
                    return .json(try work(call), status)
                }
            case .answered(let answer):
                return .json(answer.body, HTTPResponse.Status(code: answer.status))
            case .keyReused: throw Problem(.unprocessableContent, .keyReused)
            case .inProgress: throw Problem(.conflict, .requestInProgress)
            case .answerLost: throw Problem(.conflict, .answerLost)
            }
        }
    }

    /// Performs a request and stores its answer under the idempotency key. If the request is refused, the key is free
    /// again: the client can use it for another request. After a store error, the key stays in use, because the store
    /// may have committed the change.
    private static func storingAnswer(
        _ key: String, of token: APIToken, _ secret: AccessSecret, _ authenticator: Authenticator,
        _ work: () throws -> RouteResponse
    ) throws -> RouteResponse {
        let answer: RouteResponse
        do {
            answer = try work()
        } catch {
            if !(error is StoreError) { try authenticator.discardRequest(key, of: token) }
            throw error
        }
        if case .bytes(let body) = answer.body {
            let text = String(buffer: body)
            try authenticator.finishRequest(
                key, of: token, with: secret,
                IdempotentRequest.StoredResponse(
                    status: Int(answer.status.code), body: text.hasSuffix("\n") ? String(text.dropLast()) : text))
        }
        return answer
    }
}
