import Cryptography
import FileAccess
import Foundation
import Languages
import Ticketing

/// The file with the server's self-signed certificate. Browsers warn about each new certificate, so the server uses the
/// same certificate for as long as possible. When the server starts, it replaces a certificate that expires within 30
/// days, or that lacks a name or an address of the server. A server that runs keeps its certificate, so `doctor` warns
/// when the server must be restarted.
struct SelfSignedCertificateFile {
    let path: String

    init(in folder: DataFolder) { path = "\(folder.path)/tls.pem" }

    /// - Throws: an error with a hint if the file does not contain a certificate.
    func loadOrCreate(names: [String], addresses: [String], at now: Instant) throws -> SelfSignedCertificate {
        if let kept = try kept(), kept.covers(names: names, addresses: addresses),
            kept.validity.lowerBound <= now.seconds, !SelfSignedCertificateFile.mustBeRenewed(kept, at: now)
        {
            return kept
        }
        // The validity starts a day early, for phones whose clocks are behind.
        let start = now.seconds - SelfSignedCertificateFile.day
        let made = try SelfSignedCertificate.make(
            names: names, addresses: addresses, validity: start...(start + SelfSignedCertificateFile.maximumValidity))
        var bytes = made.pem.withBytes { span in span.indices.map { span[$0] } }
        defer { SecretBytes.wipe(&bytes) }
        try AtomicFile.write(bytes, to: path, existing: .replace)
        return made
    }

    /// The finding of `doctor`; nil if the file does not exist. If the certificate expires within 30 days, the finding
    /// is a warning.
    ///
    /// - Throws: an error with a hint if the file does not contain a certificate.
    func finding(at now: Instant) throws -> DoctorFinding? {
        guard let kept = try kept() else { return nil }
        let end = kept.validity.upperBound
        let isExpiring = SelfSignedCertificateFile.mustBeRenewed(kept, at: now)
        let day = SentenceArgument.day(Int(end / SelfSignedCertificateFile.day))
        let text =
            isExpiring
            ? Sentence(end < now.seconds ? Text.expired : .expiring, ["path": .text(path), "day": day])
            : Sentence(Text.valid, ["day": day])
        return DoctorFinding(
            text: text.text(in: .ofCommandLine), warningHint: isExpiring ? Text.expiringHint.text : nil)
    }

    private static func mustBeRenewed(_ certificate: SelfSignedCertificate, at now: Instant) -> Bool {
        now.advanced(bySeconds: renewal).seconds > certificate.validity.upperBound
    }

    private static let day: Int64 = 86_400
    private static let renewal = 30 * day
    /// The validity of a new certificate, in seconds. Browsers limit the validity of certificates to 398 days.
    private static let maximumValidity = 397 * day

    private func kept() throws -> SelfSignedCertificate? {
        do {
            return try SelfSignedCertificate(SecretFile.read(path))
        } catch let error as SystemError where error.errno == ENOENT {
            return nil
        } catch let error as CertificateFault {
            throw CommandFailure(.trouble, .about(path, error.sentence), hint: Sentence(Text.unusableHint))
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "selfSignedCertificateFile"

        case unusableHint = "remove the file; a new one will be created"
        case valid = "self-signed, valid until {day}"
        case expiring = "{path} expires on {day}"
        case expired = "{path} expired on {day}"
        case expiringHint =
            "restart the server: “eventpass serve --tls self-signed” makes a new certificate when it starts; if no server uses the file, remove it"
    }
}
