import Cryptography
import Store
public import Ticketing

extension Entrance {
    /// The office for a program: what the user may who made its token, within the scopes. Nil when it was revoked, or is
    /// over.
    public func office(ofToken secret: AccessSecret) throws -> (office: Office, token: APIToken)? {
        let now = now()
        let found = try store.read { connection -> (user: User, token: APIToken)? in
            guard let token = try connection.apiTokens.with(hash: secret.hash), !token.isOver(at: now),
                let user = try connection.users.with(id: token.madeBy)
            else { return nil }
            return (user, token)
        }
        guard let (user, token) = found else { return nil }
        try note(seen: token.seen ?? token.created.advanced(bySeconds: -Entrance.seenSeconds), at: now) {
            try $0.apiTokens.note(hash: secret.hash, seenAt: now)
        }
        let grant = Grant(
            organizer: token.organizer, event: token.event,
            rights: Set(token.scopes.map(\.right)).union([.lookUp]))
        return (Office(user: user, store: store, now: self.now).narrowed(to: grant), token)
    }

    /// What becomes of a request that a program marked with a key.
    public enum RequestAnswer: Sendable {
        /// Nobody has asked for it: it is to be done, by an office that is `marked`.
        case isNew(ChangeID)
        /// It was done, and answered so.
        case answered(AnsweredRequest.Answer)
        /// The key stands for something else that was asked for.
        case isAnother
        /// It is being done, and nobody knows how that ends.
        case isUnderWay
        /// It was done, and the answer was lost.
        case isDone
    }

    /// Notes that a program asks for something under a key, unless it has before.
    ///
    /// - Parameters:
    ///   - hash: of what it asks for.
    ///   - secret: the token's, which opens what was answered.
    public func begin(
        _ key: String, hash: [UInt8], of token: APIToken, with secret: AccessSecret
    ) throws -> RequestAnswer {
        let now = now()
        let request = AnsweredRequest(token: token.id, key: key, hash: hash, created: now)
        let change = try Entrance.change(key, of: token)
        return try store.write { connection in
            let requests = connection.answeredRequests
            try requests.forget(madeBefore: now.advanced(bySeconds: -AnsweredRequest.keptSeconds))
            // What was done under a key is in the audit trail for ever, also when the answer is not kept any more.
            if try requests.begin(request) { return try connection.audit.confirm(change) ? .isDone : .isNew(change) }
            guard let known = try requests.with(key: key, of: token.id) else { return .isUnderWay }
            guard known.hash == hash else { return .isAnother }
            if let answer = known.answer {
                _ = try connection.audit.confirm(change)
                guard let body = try SealedAnswer.open(answer.body, of: known, with: secret) else { return .isDone }
                return .answered(AnsweredRequest.Answer(status: answer.status, body: body))
            }
            if try connection.audit.confirm(change) { return .isDone }
            guard now >= known.created.advanced(bySeconds: AnsweredRequest.patienceSeconds),
                try requests.takeOver(known, at: now)
            else { return .isUnderWay }
            return .isNew(change)
        }
    }

    /// Keeps what a request was answered, sealed: the store alone does not show it.
    public func end(
        _ key: String, of token: APIToken, with secret: AccessSecret, _ answer: AnsweredRequest.Answer
    ) throws {
        try store.write { connection in
            let requests = connection.answeredRequests
            guard let request = try requests.with(key: key, of: token.id) else { return }
            try requests.answer(
                key, of: token.id,
                AnsweredRequest.Answer(
                    status: answer.status, body: SealedAnswer.seal(answer.body, to: request, with: secret)))
        }
    }

    /// Forgets a request, since nothing came of it.
    public func forget(_ key: String, of token: APIToken) throws {
        try store.write { try $0.answeredRequests.remove(key, of: token.id) }
    }

    /// The id of the change that a request makes: the same whenever it is sent.
    private static func change(_ key: String, of token: APIToken) throws -> ChangeID {
        ChangeID(digest: try SHA256.digest(Array("eventpass/request/1 \(token.id) \(key)".utf8)))
    }
}
