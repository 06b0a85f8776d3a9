import AttendeePack
import Cryptography
import Foundation
import Ticketing

/// Keys and addresses of a pack, as far as its forms need them. Each worker opens its own.
struct PackSigners: Sendable {
    var apple: AppleFiles?
    var google: GoogleFiles?
    var sender: EmailAddress?
}

/// The files of Apple's certificate, read and tried.
struct AppleFiles: Sendable {
    private let certificate: SecretBytes
    private let key: SecretBytes?
    private let passphrase: SecretBytes?
    let intermediate: SecretBytes?
    /// When passes are signed.
    let now = Instant.now()

    /// - Throws: `Failure` that names the file and says what to do.
    init(path: String, keyPath: String?, intermediatePath: String?, passphrase: Passphrase) throws {
        certificate = try SecretFile.read(path)
        key = try keyPath.map { try SecretFile.read($0) }
        intermediate = try intermediatePath.map { try SecretFile.read($0) }
        let sealed = keyPath ?? path
        let now = now
        let (certificate, key) = (certificate, key)
        func attempt(_ words: SecretBytes?) throws -> SecretBytes? {
            do {
                _ = try SigningCertificate(certificate, key: key, passphrase: words, at: now.seconds)
                return words
            } catch let fault as CertificateFault where words != nil || fault != .passphraseNeeded {
                throw Failure(.badInput, "\(sealed.visible): \(fault)")
            }
        }
        do {
            self.passphrase = try attempt(nil)
        } catch CertificateFault.passphraseNeeded {
            guard let words = try passphrase.forOpening(certificate: sealed) else {
                throw Failure(
                    .usage, "\(sealed.visible): \(CertificateFault.passphraseNeeded)",
                    hint: "say --apple-passphrase-file FILE, or set EVENTPASS_APPLE_PASSPHRASE")
            }
            self.passphrase = try attempt(words)
        }
    }

    func open() throws -> SigningCertificate {
        try SigningCertificate(certificate, key: key, passphrase: passphrase, at: now.seconds)
    }
}

/// The file of Google's service account, read and tried.
struct GoogleFiles: Sendable {
    private let account: SecretBytes
    private let issuer: String

    init(path: String, issuer: String) throws {
        account = try SecretFile.read(path)
        self.issuer = issuer
        do {
            _ = try open()
        } catch AttendeePackError.issuer(let number) {
            throw Failure(.usage, "\(AttendeePackError.issuer(number))")
        } catch {
            throw Failure(.badInput, "\(path.visible): \(error)")
        }
    }

    func open() throws -> GoogleWalletIssuer { try GoogleWalletIssuer(serviceAccount: account, number: issuer) }
}
