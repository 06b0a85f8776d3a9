/// Why a certificate and its key can't sign. Each says what to do about it; none holds a secret.
public enum CertificateFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its last second, since 1970.
    case expired(name: String, end: Int64)
    /// Its first second, since 1970.
    case notYetValid(name: String, start: Int64)
    case noCertificate
    /// There is no private key.
    case noKey(name: String)
    /// The private key is another certificate's.
    case otherKey(name: String)
    case passphraseNeeded
    case wrongPassphrase
    case damaged(what: String, why: String)
    /// Sealed in a way that this machine's OpenSSL does not open any more.
    case outdatedSealing
    case noRSAKey
    /// None of the intermediate certificates has issued it.
    case otherIssuer(name: String)
    /// Bits of an RSA key that is too short for what it is to sign.
    case shortKey(bits: Int, least: Int)

    /// Whether it is the private key's or the passphrase's, and not the certificate's.
    public var isOfKey: Bool {
        switch self {
        case .noKey, .otherKey, .passphraseNeeded, .wrongPassphrase, .noRSAKey, .shortKey: true
        case .damaged(let what, _): what == CertificateFault.key
        case .expired, .notYetValid, .noCertificate, .outdatedSealing, .otherIssuer: false
        }
    }

    /// What is damaged.
    static let key = "the private key"

    public var description: String {
        switch self {
        case .expired(let name, let end):
            "the certificate “\(name)” expired on \(CertificateFault.day(end)): renew it with its issuer"
        case .notYetValid(let name, let start):
            "the certificate “\(name)” is valid from \(CertificateFault.day(start)) on: wait, or set the clock right"
        case .noCertificate:
            "there is no certificate in it: give PEM (-----BEGIN CERTIFICATE-----), DER (.cer) or PKCS#12 (.p12)"
        case .noKey(let name):
            "the private key of the certificate “\(name)” is missing: export both together as .p12, or give the key's file"
        case .otherKey(let name):
            "the private key is not that of the certificate “\(name)”: give the key that its request was made with"
        case .otherIssuer(let name):
            "the intermediate certificate did not issue “\(name)”: give the one that its issuer names, for passes Apple's WWDR of the same generation"
        case .passphraseNeeded: "the private key is sealed with a passphrase, and none was given"
        case .wrongPassphrase: "that is not the passphrase of the private key"
        case .damaged(let what, let why):
            "\(what) is damaged\(why.isEmpty ? "" : " (\(why))"): export it again"
        case .outdatedSealing:
            "the .p12 is sealed with a cipher that OpenSSL has given up: export it again with `openssl pkcs12 -legacy`"
        case .noRSAKey: "the private key is no RSA key: give the one that came with the service account"
        case .shortKey(let bits, let least):
            "the RSA key has \(bits) bits and needs \(least): make a new one"
        }
    }

    /// `2030-01-01T18:00:00Z`, by the days of the proleptic Gregorian calendar.
    private static func day(_ seconds: Int64) -> String {
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let rest = seconds - days * 86_400
        // Eras of 400 years that begin in March, so that the leap day comes last.
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
