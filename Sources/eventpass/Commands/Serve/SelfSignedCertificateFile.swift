import Cryptography
import FileAccess
import Foundation
import Languages
import Ticketing

/// The file with the server's self-signed certificate. Browsers warn about each new certificate, so the server uses the
/// same certificate for as long as possible. The server replaces the certificate 30 days before it expires, or if it
/// lacks a name or an address of the server.
struct SelfSignedCertificateFile {
    let path: String

    init(in folder: DataFolder) { path = "\(folder.path)/tls.pem" }

    /// Loads the stored certificate, or creates a new one.
    ///
    /// - Throws: an error with a hint if the file does not contain a certificate.
    func loadOrCreate(names: [String], addresses: [String], at now: Instant) throws -> SelfSignedCertificate {
        if let kept = try kept(), kept.covers(names: names, addresses: addresses),
            kept.validity.lowerBound <= now.seconds,
            now.advanced(bySeconds: SelfSignedCertificateFile.renewal).seconds <= kept.validity.upperBound
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

    private static let day: Int64 = 86_400
    private static let renewal = 30 * day
    /// The longest validity that browsers accept.
    private static let maximumValidity = 397 * day

    private func kept() throws -> SelfSignedCertificate? {
        do {
            return try SelfSignedCertificate(SecretFile.read(path))
        } catch let error as SystemError where error.errno == ENOENT {
            return nil
        } catch let error as CertificateFault {
            throw CommandFailure(.trouble, .verbatim("\(path): \(error)"), hint: Sentence(Text.unusableHint))
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "selfSignedCertificateFile"

        case unusableHint = "remove the file; a new one will be created"
    }
}
