public import Languages

/// The reason why a ticket cannot be exported in a format.
public enum TicketExportError: Error, Hashable, Sendable, SentenceConvertible {
    /// An event without a start has no calendar entry.
    case missingStart
    /// The certificate is not one that Apple issues for passes: a part of its subject is missing.
    case notAPassCertificate(name: String)
    /// The certificate's key is not an RSA key; Apple issues pass certificates for RSA keys only.
    case passCertificateNotRSA(name: String)
    /// The link for Google Wallet would be longer than the maximum that Google recommends.
    case linkTooLong(characters: Int, most: Int)
    /// The file of the Google service account has no usable key.
    case invalidServiceAccount
    /// The text is not the number of a Google Wallet issuer.
    case invalidIssuer(String)
    /// The ZIP archive could not be written. The value is the reason.
    case archiveFailed(Sentence)

    enum Text: String, SentenceKey {
        static let subject = "ticketExportError"

        case missingStart = "the event has no start yet, so it cannot be added to a calendar"
        case notAPassCertificate =
            "the certificate “{name}” is not a pass certificate: its subject has no pass type (a UID that begins with pass.) or no team (OU)"
        case passCertificateNotRSA =
            "the certificate “{name}” is not a pass certificate: its key is not an RSA key"
        case linkTooLong =
            "the link for Google Wallet would have {characters} characters, but Google recommends at most {limit}: use a 2048-bit key"
        case invalidServiceAccount =
            "the service account's key cannot be used: the file is not JSON with client_email and private_key; download the file again from Google's console"
        case invalidIssuer =
            "“{text}” is not an issuer number: Google's issuer numbers are digits, such as 3388000000012345678"
        case archiveFailed = "the archive could not be written: {reason}"

        // Reasons for the error `archiveFailed`
        case noEntries = "it has no entries"
        case outOfMemory = "out of memory"
        case notCreated = "libzip could not create it"
        case notReturned = "libzip could not return it"
        case partlyReturned = "libzip returned only part of it"
    }

    public var sentence: Sentence {
        switch self {
        case .missingStart: Sentence(Text.missingStart)
        case .notAPassCertificate(let name): Sentence(Text.notAPassCertificate, ["name": .text(name)])
        case .passCertificateNotRSA(let name): Sentence(Text.passCertificateNotRSA, ["name": .text(name)])
        case .linkTooLong(let characters, let most):
            Sentence(Text.linkTooLong, ["characters": .number(characters), "limit": .number(most)])
        case .invalidServiceAccount: Sentence(Text.invalidServiceAccount)
        case .invalidIssuer(let text): Sentence(Text.invalidIssuer, ["text": .text(text)])
        case .archiveFailed(let why): Sentence(Text.archiveFailed, ["reason": .sentence(why)])
        }
    }
}
