import Cryptography
import FileAccess
import Foundation
import Ticketing

/// The certificate that the server makes for itself and keeps in the data folder: browsers ask about it once, and know it
/// again. It is made anew where it does not say a name or an address of the server, and a month before it ends.
struct OwnCertificate {
    let path: String

    init(in folder: DataFolder) { path = "\(folder.path)/tls.pem" }

    /// The one that is kept, or a new one.
    ///
    /// - Throws: `Failure` where there is something else in its place.
    func get(names: [String], addresses: [String], at now: Instant) throws -> SelfSignedCertificate {
        if let kept = try kept(), kept.covers(names: names, addresses: addresses),
            kept.validity.lowerBound <= now.seconds,
            now.advanced(bySeconds: OwnCertificate.renewal).seconds <= kept.validity.upperBound
        {
            return kept
        }
        // Phones whose clocks are behind take it as well.
        let start = now.seconds - OwnCertificate.day
        let made = try SelfSignedCertificate.make(
            names: names, addresses: addresses, validity: start...(start + OwnCertificate.longest))
        var bytes = made.pem.withBytes { span in span.indices.map { span[$0] } }
        defer { SecretBytes.wipe(&bytes) }
        try AtomicFile.write(bytes, to: path, existing: .replace, mode: 0o600)
        return made
    }

    private static let day: Int64 = 86_400
    private static let renewal = 30 * day
    /// What browsers take at most.
    private static let longest = 397 * day

    private func kept() throws -> SelfSignedCertificate? {
        do {
            return try SelfSignedCertificate(SecretFile.read(path))
        } catch let error as SystemError where error.errno == ENOENT {
            return nil
        } catch let error as CertificateFault {
            throw Failure(.trouble, "\(path): \(error)", hint: "remove it, and a new one is made")
        }
    }
}
