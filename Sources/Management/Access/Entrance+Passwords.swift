public import Cryptography
import Store
import Ticketing

extension Entrance {
    /// Gives a user another password, for who knows the one they have. All their sessions end, and another begins: the
    /// answer has its secret. `refused` also when `session` is over.
    public func changePassword(
        of session: AccessSecret, _ current: SecretBytes, to password: NewPassword, from caller: Caller
    ) throws -> Answer {
        guard let office = try office(of: session), let email = office.user.email else { return .refused }
        switch try prove(email, current, from: caller) {
        case .waits(let until): return .waits(until: until)
        case .wrong: return .refused
        case .right(let proof):
            let credential = try stretching.credential(of: password, at: now())
            return try office.transact(.setPassword, in: nil) { work in
                guard try proof.user.id == office.user.id && proof.holds(work.connection) else { return .refused }
                try proof.attempt.succeed(at: work.now, work.connection)
                _ = try work.setPassword(credential, of: proof.user)
                return .entered(
                    try begin(for: proof.user.id, from: caller, insteadOf: nil, at: work.now, work.connection))
            }
        }
    }

    /// What a password has shown.
    enum Finding {
        case right(Proof)
        case wrong
        case waits(until: Instant)
    }

    /// A password that was right when it was looked at.
    struct Proof {
        let user: User
        let credential: Credentials.Credential
        let attempt: SignInTry

        /// Whether it still is: nobody changes it before this transaction ends.
        func holds(_ connection: any StoreConnection) throws -> Bool {
            try connection.credentials.locked(of: user.id) == credential
        }
    }

    /// Holds a password against an account. No transaction is open while that takes its time.
    func prove(_ email: EmailAddress, _ password: SecretBytes, from caller: Caller) throws -> Finding {
        let now = now()
        if let until = try store.read({ try SignInTry.wait(for: email, from: caller, at: now, $0) }) {
            return .waits(until: until)
        }
        let (admission, user, credential) = try store.write { connection in
            let user = try connection.users.with(email: email)
            return (
                try SignInTry.begin(for: email, from: caller, at: now, connection), user,
                try user.flatMap { try connection.credentials.of($0.id) }
            )
        }
        switch admission {
        case .waits(let until): return .waits(until: until)
        case .goesOn(let attempt):
            if try stretching.isRight(password, for: credential), let user, let credential {
                return .right(Proof(user: user, credential: credential, attempt: attempt))
            }
            if let pause = attempt.pause { try note(pause, of: user, attempt, from: caller.address) }
            return .wrong
        }
    }

    /// Holds a password that was right against what the account has now. Nil when it is not any more.
    func proveAgain(_ proof: Proof, _ password: SecretBytes) throws -> Proof? {
        guard let credential = try store.read({ try $0.credentials.of(proof.user.id) }),
            try stretching.isRight(password, for: credential)
        else { return nil }
        return Proof(user: proof.user, credential: credential, attempt: proof.attempt)
    }

    /// Records that signing in failed too often, for the account's user and the store's owner to see. Without an account
    /// there is nothing to record; a transaction is committed all the same, so that the answer takes as long.
    private func note(
        _ pause: SignInPause, of user: User?, _ attempt: SignInTry, from address: CallerAddress
    ) throws {
        guard let user else { return try store.write { try attempt.touch($0) } }
        try Office(user: user, store: store, now: now).transact(.pauseSignIn, in: nil) { work in
            try work.record(
                AuditSubject(.user, user.id),
                after: [
                    "failures": "\(pause.failures)", "waits_until": pause.until.auditText, "address": "\(address)",
                ])
        }
    }
}
