/// The reason why a ticket cannot be exported in a format.
public enum TicketExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An event without a start has no calendar entry.
    case missingStart
    /// The certificate is not one that Apple issues for passes: a part of its subject is missing.
    case notAPassCertificate(name: String)
    /// The certificate's key is not an RSA key; Apple issues pass certificates for RSA keys only.
    case passCertificateNotRSA(name: String)
    /// The link for Google Wallet has more characters than Google accepts.
    case linkTooLong(characters: Int, most: Int)
    /// The service account's key cannot be used. The value is the reason.
    case invalidServiceAccount(String)
    /// The text is not the number of a Google Wallet issuer.
    case invalidIssuer(String)
    /// The ZIP archive could not be written. The value is the reason.
    case archiveFailed(String)

    public var description: String {
        switch self {
        case .missingStart: "the event has no start yet, so it cannot be added to a calendar"
        case .notAPassCertificate(let name):
            "the certificate “\(name)” is not a pass certificate: its subject has no pass type (a UID that begins with pass.) or no team (OU)"
        case .passCertificateNotRSA(let name):
            "the certificate “\(name)” is not a pass certificate: its key is not an RSA key"
        case .linkTooLong(let characters, let most):
            "the link for Google Wallet would have \(characters) characters, but Google accepts at most \(most): use a 2048-bit key"
        case .invalidServiceAccount(let why): "the service account's key cannot be used: \(why)"
        case .invalidIssuer(let text):
            "“\(text)” is not an issuer number: Google's issuer numbers are digits, such as 3388000000012345678"
        case .archiveFailed(let why): "the archive could not be written: \(why)"
        }
    }
}
