import Cryptography
import HTTPTypes
import Management
import NIOCore
import Presenting
import Store
import Ticketing

/// How the routes for programs are written: what is asked for, which scope it takes, and one call of the core.
enum API {
    static let root = "/api/v1"

    /// Where the work is done: what takes long keeps nobody else waiting, least of all a gate.
    enum Place: Sendable {
        case office, figures, lists, gates

        func threads(of house: House) -> StoreThreads {
            switch self {
            case .office: house.office
            case .figures: house.figures
            case .lists: house.importing
            case .gates: house.gates?.lookUps ?? house.office
            }
        }
    }

    /// Something to look at.
    static func get(
        _ path: String, _ scope: APIToken.Scope, at place: Place = .office,
        _ work: @escaping @Sendable (APICall) throws -> JSON
    ) -> Route {
        .get(root + path, .program(scope)) { visit in
            .json(try await visit.program(at: place) { call, _ in try work(call) })
        }
    }

    /// A list, a part at a time.
    ///
    /// - Parameter work: finds at most so many rows behind the one of a name.
    static func list(
        _ path: String, _ scope: APIToken.Scope,
        _ work: @escaping @Sendable (APICall, _ after: String?, _ limit: Int) throws -> [(key: String, json: JSON)]
    ) -> Route {
        .get(root + path, .program(scope)) { visit in
            let part = try ListPart(visit, Bearer(visit.headers), of: visit.list)
            return .json(try await visit.program { call, _ in try part.json(work(call, part.after, part.wanted)) })
        }
    }

    /// A list that the core gives as a whole, a part at a time.
    ///
    /// - Parameter work: finds all rows, each with a name of its own.
    static func list(
        _ path: String, _ scope: APIToken.Scope,
        whole work: @escaping @Sendable (APICall) throws -> [(key: String, json: JSON)]
    ) -> Route {
        list(path, scope) { call, last, limit in
            let rows = try work(call)
            guard let last else { return Array(rows.prefix(limit)) }
            guard let place = rows.firstIndex(where: { $0.key == last }) else {
                throw Problem(.conflict, "What the part before ended with is gone. Begin without a cursor.")
            }
            return Array(rows[(place + 1)...].prefix(limit))
        }
    }

    /// A list that is searched: what for stands in the body, since people's names belong into no address.
    static func search<Body: JSONBody & Sendable>(
        _ path: String, _ scope: APIToken.Scope, _: Body.Type,
        _ work:
            @escaping @Sendable (APICall, Body, _ after: String?, _ limit: Int) throws -> [(key: String, json: JSON)]
    ) -> Route {
        .post(root + path, .program(scope)) { visit in
            let (body, bytes) = try await visit.body(Body.self)
            let searched = Hexadecimal.text(try SHA256.digest(bytes))
            let part = try ListPart(visit, Bearer(visit.headers), of: "\(visit.list) \(searched)")
            return .json(
                try await visit.program { call, _ in try part.json(work(call, body, part.after, part.wanted)) })
        }
    }

    /// Something that is done, and needs no words.
    static func act(
        _ path: String, _ scope: APIToken.Scope, _ work: @escaping @Sendable (APICall) throws -> JSON
    ) -> Route {
        .post(root + path, .program(scope)) { visit in
            // Clients that send JSON with every request send an object without fields.
            let body = Array(try await visit.body().readableBytesView)
            if !body.isEmpty { _ = try StrictJSON.decode(NoFields.self, body) }
            return try await visit.change([], .ok) { try work($0) }
        }
    }

    /// Something that is done as the body says.
    static func act<Body: JSONBody & Sendable>(
        _ path: String, _ scope: APIToken.Scope, _: Body.Type, method: HTTPRequest.Method = .post,
        limit: BodyLimit = .form, at place: Place = .office, _ status: HTTPResponse.Status = .ok,
        _ work: @escaping @Sendable (APICall, Body) throws -> JSON
    ) -> Route {
        Route(method: method, path: root + path, access: .program(scope), limit: limit) { visit in
            let (body, bytes) = try await visit.body(Body.self)
            return try await visit.change(bytes, status, at: place) { try work($0, body) }
        }
    }
}

/// An object without fields.
private struct NoFields: JSONBody {
    enum CodingKeys: CodingKey, CaseIterable {}
}

extension Answer {
    static func json(_ json: JSON, _ status: HTTPResponse.Status = .ok) -> Answer { .json(json.text, status) }

    static func json(_ text: String, _ status: HTTPResponse.Status) -> Answer {
        var answer = Answer.text(text + "\n", type: "application/json")
        answer.status = status
        return answer
    }
}

extension Visit {
    private static let requestKeyName = HTTPField.Name("Idempotency-Key")

    /// `Idempotency-Key`: what is asked for under one key of a token is done once, however often it is sent.
    var requestKey: String? { Visit.requestKeyName.flatMap { headers[$0] } }

    /// Which list it is, and what it is filtered by.
    fileprivate var list: String {
        let parts = target.split(separator: "?", maxSplits: 1)
        let filters = parts.dropFirst().first.map { $0.split(separator: "&") } ?? []
        let kept = filters.filter { !$0.hasPrefix("cursor=") && !$0.hasPrefix("limit=") }.sorted()
        return ([parts.first ?? ""] + kept).joined(separator: "&")
    }

    /// The body as JSON, and as it came.
    fileprivate func body<Body: JSONBody>(_ type: Body.Type) async throws -> (Body, [UInt8]) {
        guard headers[.contentType].map(FormFields.mediaType) == "application/json" else {
            throw Problem(.unsupportedMediaType, "This is taken as application/json.")
        }
        let bytes = Array(try await body().readableBytesView)
        return (try StrictJSON.decode(type, bytes), bytes)
    }

    /// Works in the office that the token opens, on a thread that may wait for the store.
    ///
    /// - Parameter deadline: when the store is given up; nil waits for a server that works.
    /// - Throws: `Problem` 401; what the work does.
    func program<Result: Sendable>(
        at place: API.Place = .office, until deadline: ContinuousClock.Instant? = nil,
        _ work: @escaping @Sendable (APICall, APIToken) throws -> Result
    ) async throws -> Result {
        let bearer = try Bearer(headers)
        let enter: @Sendable (Store) throws -> Result = { store in
            let entrance = Entrance(to: store, clock: house.now)
            guard let (office, token) = try entrance.office(ofToken: bearer.secret) else { throw Bearer.over }
            return try work(APICall(office, self, of: token.id, ring: try house.keyRing, now: house.now()), token)
        }
        let threads = place.threads(of: house)
        guard let deadline else { return try await threads.run(enter) }
        return try await threads.run(until: deadline) { try enter($0.limited(until: deadline)) }
    }

    /// Does something once for each key of a request; without a key, each time.
    ///
    /// - Parameter body: which the same request has again.
    fileprivate func change(
        _ body: [UInt8], _ status: HTTPResponse.Status, at place: API.Place = .office,
        _ work: @escaping @Sendable (APICall) throws -> JSON
    ) async throws -> Answer {
        guard let key = requestKey else {
            return .json(try await program(at: place) { call, _ in try work(call) }, status)
        }
        guard (1...AnsweredRequest.longestKey).contains(key.utf8.count) else {
            throw Problem(.badRequest, "An Idempotency-Key has 1 to \(AnsweredRequest.longestKey) octets.")
        }
        let bearer = try Bearer(headers)
        // With the token's secret, so that the store alone does not show what was asked for either.
        let asked = try bearer.code(of: "\(method.rawValue) \(target)\n\(Hexadecimal.text(SHA256.digest(body)))")
        return try await place.threads(of: house).run { store in
            let entrance = Entrance(to: store, clock: house.now)
            guard let (office, token) = try entrance.office(ofToken: bearer.secret) else { throw Bearer.over }
            switch try entrance.begin(key, hash: asked, of: token, with: bearer.secret) {
            case .isNew(let change):
                let call = APICall(office.marked(change), self, of: token.id, ring: try house.keyRing, now: house.now())
                return try Visit.keep(key, of: token, bearer.secret, entrance) { .json(try work(call), status) }
            case .answered(let answer):
                return .json(answer.body, HTTPResponse.Status(code: answer.status))
            case .isAnother:
                throw Problem(.unprocessableContent, "This Idempotency-Key was used for something else.")
            case .isUnderWay:
                throw Problem(.conflict, "This is being done. Ask again in a while, with the same key.")
            case .isDone:
                throw Problem(.conflict, "This was done, and its answer was lost. Look at how it stands now.")
            }
        }
    }

    /// Does what was asked for, and keeps the answer. What was refused may be asked for again; of what the store has not
    /// answered, nobody knows.
    private static func keep(
        _ key: String, of token: APIToken, _ secret: AccessSecret, _ entrance: Entrance, _ work: () throws -> Answer
    ) throws -> Answer {
        let answer: Answer
        do {
            answer = try work()
        } catch {
            if !(error is StoreError) { try entrance.forget(key, of: token) }
            throw error
        }
        if case .bytes(let body) = answer.body {
            let text = String(buffer: body)
            try entrance.end(
                key, of: token, with: secret,
                AnsweredRequest.Answer(
                    status: Int(answer.status.code), body: text.hasSuffix("\n") ? String(text.dropLast()) : text))
        }
        return answer
    }
}
