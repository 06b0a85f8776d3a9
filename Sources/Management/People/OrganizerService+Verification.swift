import Cryptography
import Languages
public import Ticketing

/// The input to one of the five steps by which an organizer is verified. The first step confirms an e-mail address, and
/// has two inputs.
public enum VerificationStepInput: Sendable {
    /// Requests a code that confirms an address. The code is sent to the address in a notice.
    case email(EmailAddress)
    /// Enters the code.
    case emailCode(String)
    /// An identity document. Only a hash and the last three characters of the document's number are stored.
    case identity(IdentityDocument, number: String, IdentityKey)
    case contact(PublicContact)
    case payout(Payout)
    case terms(version: String)
}

extension OrganizerService {
    /// The number of wrong tries after which a new code is needed.
    private static let maximumAttempts = 5
    /// The maximum number of codes for an organizer in 24 hours. With five tries for each code, an attacker has at most
    /// 25 guesses a day among a million codes.
    static let maximumCodesPerDay = 5

    /// Performs one of the steps that are required before an organizer may publish an event.
    ///
    /// - Throws: `ManagementError.invalid` with all faults; `wrongConfirmation`; `noPendingConfirmation`.
    public func verify(_ organizer: Organizer, _ claim: VerificationStepInput) throws -> Organizer {
        var refusal: ManagementError?
        let verified = try services.perform(.verifyOrganizer, in: organizer.number) { work in
            guard let current = try work.connection.organizers.locked(organizer.number) else {
                throw ManagementError.unknownOrganizer(organizer.slug, known: [])
            }
            refusal = try apply(claim, of: current, work)
            return try work.connection.organizers.with(number: organizer.number) ?? current
        }
        // The transaction stores the number of wrong tries, so it must be committed before the error is thrown.
        if let refusal { throw refusal }
        return verified
    }

    private func apply(_ claim: VerificationStepInput, of organizer: Organizer, _ work: UnitOfWork) throws
        -> ManagementError?
    {
        switch claim {
        case .email(let address):
            let sent = try recentCodes(of: organizer, work)
            if sent.count >= OrganizerService.maximumCodesPerDay, let first = sent.min() {
                throw ManagementError.tooManyCodes(until: first.advanced(bySeconds: 86_400))
            }
            let code = try OrganizerService.confirmationCode()
            try store(
                .profile, of: organizer, checked: false, ["email": address.rawValue, "tries": "0"], secret: code,
                codes: sent + [work.now], work)
            try work.notify(
                address.rawValue, .confirmEmail, of: nil, payload: ["code": code, "organizer": organizer.name],
                uniqueCause: "\(organizer.number)/\(work.now.milliseconds)")
        case .emailCode(let code): return try confirm(code, of: organizer, work)
        case .identity(let kind, let number, let key):
            guard let normalized = IdentityDocument.normalized(number: number) else {
                throw ManagementError.invalid([FieldFault("number", FaultSentence.documentNumber)])
            }
            try store(
                .identity, of: organizer, checked: true,
                [
                    "kind": kind.rawValue, "hash": try key.hash(kind: kind.rawValue, number: normalized),
                    "ending": String(normalized.suffix(3)),
                ], work)
        case .contact(let contact):
            try requireNoFaults(contact.faults)
            try store(
                .contact, of: organizer, checked: true,
                AuditFields(present: [
                    ("email", contact.email?.rawValue), ("phone", contact.phone?.rawValue),
                    ("website", contact.website),
                ]), work)
        case .payout(let payout):
            try requireNoFaults(payout.faults)
            try store(.payout, of: organizer, checked: true, payout.fields, work)
        case .terms(let version):
            try requireNoFaults(
                version == Terms.version
                    ? [] : [FieldFault("terms", FaultSentence.termsVersion, ["version": .text(Terms.version)])])
            try store(.terms, of: organizer, checked: true, ["version": version], work)
        }
        return nil
    }

    private func confirm(_ code: String, of organizer: Organizer, _ work: UnitOfWork) throws -> ManagementError? {
        guard let (checked, fields) = try work.connection.organizers.detail(of: .profile, organizer: organizer.number),
            checked == nil, let sent = fields["code"]
        else { throw ManagementError.noPendingConfirmation }
        let tries =
            Int(fields["tries"] ?? "").map { min(max($0, 0), OrganizerService.maximumAttempts) }
            ?? OrganizerService.maximumAttempts
        let isRight =
            tries < OrganizerService.maximumAttempts && ConstantTime.equal(Array(code.utf8).span, Array(sent.utf8).span)
        let kept = AuditFields(present: [("email", fields["email"])])
        if isRight {
            try store(
                .profile, of: organizer, checked: true, kept, codes: recentCodes(of: organizer, work), work)
            return nil
        }
        let used = min(tries + 1, OrganizerService.maximumAttempts)
        try store(
            .profile, of: organizer, checked: false, kept.merging(["tries": "\(used)"]) { $1 }, secret: sent,
            codes: recentCodes(of: organizer, work), work)
        return .wrongConfirmation(left: OrganizerService.maximumAttempts - used)
    }

    /// The times at which codes were created for an organizer in the last 24 hours. Times in the future come from a
    /// wrong clock, and are ignored.
    private func recentCodes(of organizer: Organizer, _ work: UnitOfWork) throws -> [Instant] {
        let fields = try work.connection.organizers.detail(of: .profile, organizer: organizer.number)?.fields
        return (fields?["codes"] ?? "").split(separator: " ").compactMap { Int64($0).map(Instant.init(milliseconds:)) }
            .filter { $0 <= work.now && work.now < $0.advanced(bySeconds: 86_400) }
    }

    /// Stores a step, and records it in the audit trail.
    ///
    /// - Parameters:
    ///   - secret: the code, which is stored with the fields but not in the audit trail.
    ///   - codes: the times at which codes were created. They are not in the audit trail either.
    private func store(
        _ step: VerificationStep, of organizer: Organizer, checked: Bool, _ fields: AuditFields,
        secret: String? = nil, codes: [Instant] = [], _ work: UnitOfWork
    ) throws {
        let organizers = work.connection.organizers
        var before = try organizers.detail(of: step, organizer: organizer.number)?.fields ?? [:]
        before["code"] = nil
        before["codes"] = nil
        var kept = fields
        kept["code"] = secret
        if !codes.isEmpty { kept["codes"] = codes.map { "\($0.milliseconds)" }.joined(separator: " ") }
        try organizers.store(step, of: organizer.number, checked: checked ? work.now : nil, detail: kept)
        // The audit trail contains neither whole account numbers nor document hashes.
        func redacted(_ fields: AuditFields) -> AuditFields {
            var redacted = fields
            redacted["hash"] = nil
            for name in ["account", "phone"] where step == .payout {
                redacted[name] = fields[name].map { "…\($0.suffix(3))" }
            }
            return redacted
        }
        // The time makes sure that a repeated step is recorded even if no other field has changed.
        let mark = checked ? ["checked": work.now.auditValue] : [:]
        try work.record(
            AuditSubject(.organizer, organizer.number), before: redacted(before),
            after: redacted(fields).merging(["step": step.rawValue]) { $1 }.merging(mark) { $1 })
    }

    private func requireNoFaults(_ faults: [FieldFault]) throws {
        if !faults.isEmpty { throw ManagementError.invalid(faults) }
    }

    /// Six uniformly random digits.
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
