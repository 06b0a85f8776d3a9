import Cryptography
public import Ticketing

/// What an organizer says of itself in one of the five steps.
public enum VerificationClaim: Sendable {
    /// Asks for a code that confirms an address: it is in the list of messages.
    case email(EmailAddress)
    /// Gives the code.
    case emailCode(String)
    /// The number is hashed, and forgotten.
    case identity(IdentityDocument, number: String, IdentityKey)
    case contact(PublicContact)
    case payout(Payout)
    case terms(version: String)
}

extension Office {
    /// How often a wrong code may be typed before another must be made.
    private static let tries = 5
    /// Codes that one organizer may make within 24 hours: with five tries each, at most 25 guesses among a million.
    static let codesADay = 5

    /// Takes one of the steps before an organizer may publish.
    ///
    /// - Throws: `ManagementError.invalid` with every fault; `wrongConfirmation`; `noConfirmationAsked`.
    public func verify(_ organizer: Organizer, _ claim: VerificationClaim) throws -> Organizer {
        var refusal: ManagementError?
        let verified = try perform(.verifyOrganizer, in: organizer.number) { work in
            guard let current = try work.connection.organizers.toChange(organizer.number) else {
                throw ManagementError.unknownOrganizer(organizer.slug, known: [])
            }
            refusal = try take(claim, of: current, work)
            return try work.connection.organizers.with(number: organizer.number) ?? current
        }
        // A wrong code is counted: that change stays.
        if let refusal { throw refusal }
        return verified
    }

    private func take(_ claim: VerificationClaim, of organizer: Organizer, _ work: Work) throws -> ManagementError? {
        switch claim {
        case .email(let address):
            let sent = try recentCodes(of: organizer, work)
            if sent.count >= Office.codesADay, let first = sent.min() {
                throw ManagementError.tooManyCodes(until: first.advanced(bySeconds: 86_400))
            }
            let code = try Office.confirmationCode()
            try store(
                .profile, of: organizer, checked: false, ["email": address.rawValue, "tries": "0"], secret: code,
                codes: sent + [work.now], work)
            try work.notify(
                address.rawValue, .confirmEmail, of: nil, payload: ["code": code, "organizer": organizer.name],
                cause: "\(organizer.number)/\(work.now.milliseconds)")
        case .emailCode(let code): return try confirm(code, of: organizer, work)
        case .identity(let kind, let number, let key):
            guard let normalized = IdentityDocument.normalized(number: number) else {
                throw ManagementError.invalid([FieldFault("number", "5 to 30 letters and digits")])
            }
            try store(
                .identity, of: organizer, checked: true,
                [
                    "kind": kind.rawValue, "hash": try key.hash(kind: kind.rawValue, number: normalized),
                    "ending": String(normalized.suffix(3)),
                ], work)
        case .contact(let contact):
            try demand(contact.faults)
            try store(
                .contact, of: organizer, checked: true,
                AuditFields(present: [
                    ("email", contact.email?.rawValue), ("phone", contact.phone?.rawValue),
                    ("website", contact.website),
                ]), work)
        case .payout(let payout):
            try demand(payout.faults)
            try store(.payout, of: organizer, checked: true, payout.fields, work)
        case .terms(let version):
            try demand(
                version == Terms.version
                    ? [] : [FieldFault("terms", "the version in force, \(Terms.version)")])
            try store(.terms, of: organizer, checked: true, ["version": version], work)
        }
        return nil
    }

    private func confirm(_ code: String, of organizer: Organizer, _ work: Work) throws -> ManagementError? {
        guard let (checked, fields) = try work.connection.organizers.detail(of: .profile, organizer: organizer.number),
            checked == nil, let sent = fields["code"]
        else { throw ManagementError.noConfirmationAsked }
        let tries = Int(fields["tries"] ?? "").map { min(max($0, 0), Office.tries) } ?? Office.tries
        let isRight = tries < Office.tries && ConstantTime.equal(Array(code.utf8).span, Array(sent.utf8).span)
        let kept = AuditFields(present: [("email", fields["email"])])
        if isRight {
            try store(
                .profile, of: organizer, checked: true, kept, codes: recentCodes(of: organizer, work), work)
            return nil
        }
        let used = min(tries + 1, Office.tries)
        try store(
            .profile, of: organizer, checked: false, kept.merging(["tries": "\(used)"]) { $1 }, secret: sent,
            codes: recentCodes(of: organizer, work), work)
        return .wrongConfirmation(left: Office.tries - used)
    }

    /// When codes were sent for an organizer within the last 24 hours. A time in the future, from a clock that was wrong,
    /// does not count.
    private func recentCodes(of organizer: Organizer, _ work: Work) throws -> [Instant] {
        let fields = try work.connection.organizers.detail(of: .profile, organizer: organizer.number)?.fields
        return (fields?["codes"] ?? "").split(separator: " ").compactMap { Int64($0).map(Instant.init(milliseconds:)) }
            .filter { $0 <= work.now && work.now < $0.advanced(bySeconds: 86_400) }
    }

    /// - Parameters:
    ///   - secret: kept beside the fields, and out of the audit trail.
    ///   - codes: when codes were sent, likewise.
    private func store(
        _ step: VerificationStep, of organizer: Organizer, checked: Bool, _ fields: AuditFields,
        secret: String? = nil, codes: [Instant] = [], _ work: Work
    ) throws {
        let organizers = work.connection.organizers
        var before = try organizers.detail(of: step, organizer: organizer.number)?.fields ?? [:]
        before["code"] = nil
        before["codes"] = nil
        var kept = fields
        kept["code"] = secret
        if !codes.isEmpty { kept["codes"] = codes.map { "\($0.milliseconds)" }.joined(separator: " ") }
        try organizers.store(step, of: organizer.number, checked: checked ? work.now : nil, detail: kept)
        // Who reads the trail need not know where the money goes, nor what a document hashes to.
        func shown(_ fields: AuditFields) -> AuditFields {
            var shown = fields
            shown["hash"] = nil
            for name in ["account", "phone"] where step == .payout {
                shown[name] = fields[name].map { "…\($0.suffix(3))" }
            }
            return shown
        }
        // Saying the same again is a new check, and stands in the trail as one.
        let mark = checked ? ["checked": work.now.auditText] : [:]
        try work.record(
            AuditSubject(.organizer, organizer.number), before: shown(before),
            after: shown(fields).merging(["step": step.rawValue]) { $1 }.merging(mark) { $1 })
    }

    private func demand(_ faults: [FieldFault]) throws {
        if !faults.isEmpty { throw ManagementError.invalid(faults) }
    }

    /// Six digits, each as likely.
    private static func confirmationCode() throws -> String {
        var random = SystemRandomNumberGenerator()
        let digits = String(Int.random(in: 0..<1_000_000, using: &random))
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
}

extension Payout {
    fileprivate var fields: AuditFields {
        switch self {
        case .mobileMoney(let network, let phone): ["network": network.rawValue, "phone": phone.rawValue]
        case .bank(let name, let account): AuditFields(present: [("bank", name), ("account", account)])
        }
    }
}
