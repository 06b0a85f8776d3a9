public import Languages

/// The reason why a certificate and its key cannot be used to sign. The text of the fault also says how to resolve the
/// fault. A fault never contains a secret.
public enum CertificateFault: Error, Hashable, Sendable, SentenceConvertible {
    /// `end` is the last second in which the certificate is valid, in seconds since 1970.
    case expired(name: String, end: Int64)
    /// `start` is the first second in which the certificate is valid, in seconds since 1970.
    case notYetValid(name: String, start: Int64)
    case noCertificate
    /// The input contains no private key for the certificate.
    case noKey(name: String)
    /// The private key belongs to another certificate.
    case otherKey(name: String)
    case passphraseNeeded
    case wrongPassphrase
    /// `why` is OpenSSL's reason; empty if OpenSSL gives no reason.
    case damaged(Part, why: String)
    /// The key is encrypted with a cipher that this machine's OpenSSL no longer supports.
    case unsupportedCipher
    case noRSAKey
    /// None of the intermediate certificates issued the signer's certificate.
    case otherIssuer(name: String)
    /// The RSA key has `bits` bits, but needs at least `least` bits.
    case shortKey(bits: Int, least: Int)

    /// A part of the input.
    public enum Part: String, SentenceKey {
        public static let subject = "certificatePart"

        case certificate = "the certificate"
        case key = "the private key"
        /// A PKCS#12 file, which can contain a certificate and its key.
        case file = "the file"
    }

    /// Whether the fault concerns the private key or its passphrase rather than the certificate.
    public var isOfKey: Bool {
        switch self {
        case .noKey, .otherKey, .passphraseNeeded, .wrongPassphrase, .noRSAKey, .shortKey: true
        case .damaged(let part, _): part == .key
        case .expired, .notYetValid, .noCertificate, .unsupportedCipher, .otherIssuer: false
        }
    }

    public var sentence: Sentence {
        switch self {
        case .expired(let name, let end):
            Sentence(Text.expired, ["name": .text(name), "time": .text(CertificateFault.day(end))])
        case .notYetValid(let name, let start):
            Sentence(Text.notYetValid, ["name": .text(name), "time": .text(CertificateFault.day(start))])
        case .noCertificate: Sentence(Text.noCertificate)
        case .noKey(let name): Sentence(Text.noKey, ["name": .text(name)])
        case .otherKey(let name): Sentence(Text.otherKey, ["name": .text(name)])
        case .otherIssuer(let name): Sentence(Text.otherIssuer, ["name": .text(name)])
        case .passphraseNeeded: Sentence(Text.passphraseNeeded)
        case .wrongPassphrase: Sentence(Text.wrongPassphrase)
        case .damaged(let part, ""): Sentence(Text.damaged, ["part": .sentence(part)])
        case .damaged(let part, let why):
            Sentence(Text.damagedWithReason, ["part": .sentence(part), "reason": .text(why)])
        case .unsupportedCipher: Sentence(Text.unsupportedCipher)
        case .noRSAKey: Sentence(Text.noRSAKey)
        case .shortKey(let bits, let least):
            Sentence(Text.shortKey, ["bits": .number(bits), "least": .number(least)])
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "certificateFault"

        case expired = "the certificate “{name}” expired on {time}: renew it with its issuer"
        case notYetValid = "the certificate “{name}” is not valid before {time}: wait, or correct the clock"
        case noCertificate = "no certificate found: use PEM (-----BEGIN CERTIFICATE-----), DER (.cer) or PKCS#12 (.p12)"
        case noKey =
            "the private key of the certificate “{name}” is missing: export the certificate and its key together as .p12, or add the key file"
        case otherKey =
            "the private key does not belong to the certificate “{name}”: use the key with which the certificate was requested"
        case otherIssuer =
            "the intermediate certificate did not issue “{name}”: use the certificate that issued “{name}” (for passes: Apple's WWDR certificate of the same generation)"
        case passphraseNeeded = "the private key is encrypted with a passphrase, but none was given"
        case wrongPassphrase = "wrong passphrase for the private key"
        case damaged = "{part} is damaged: export it again"
        case damagedWithReason = "{part} is damaged ({reason}): export it again"
        case unsupportedCipher =
            "the .p12 uses a cipher that OpenSSL no longer supports: export it again with `openssl pkcs12 -legacy`"
        case noRSAKey = "the private key is not an RSA key: use the key of the service account"
        case shortKey = "the RSA key has {bits} bits but needs at least {least}: create a new key"
    }

    /// The time as `2030-01-01T18:00:00Z`, in the proleptic Gregorian calendar.
    private static func day(_ seconds: Int64) -> String {
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let rest = seconds - days * 86_400
        // This calculation divides time into eras of 400 years and lets each year begin in March. A leap day is then
        // the last day of its year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month < 10 ? month + 3 : month - 9))-\(two(day))"
            + "T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }
}
