import AttendeePack
import Cryptography
import Foundation
import Presenting
import Ticketing

/// Keys and addresses of a pack, as far as its forms need them. Apple's certificate is opened once for all workers.
struct PackSigners: Sendable {
    var apple: AppleFiles?
    var google: GoogleFiles?
    var sender: EmailAddress?
    /// When passes are signed and mails made.
    let now = Instant.now()
}

/// Apple's certificate, read and opened.
struct AppleFiles: Sendable {
    let certificate: SigningCertificate
    let intermediate: SecretBytes?
    /// When passes are signed.
    let now = Instant.now()

    /// - Throws: `Failure` that names the file and says what to do.
    init(path: String, keyPath: String?, intermediatePath: String?, passphrase: Passphrase) throws {
        let certificate = try SecretFile.read(path)
        let key = try keyPath.map { try SecretFile.read($0) }
        intermediate = try intermediatePath.map { path in
            let bytes = try SecretFile.read(path)
            do {
                try CMS.check(intermediates: bytes)
            } catch let fault as CertificateFault {
                throw Failure(.badInput, "\(path.visible): \(fault)")
            }
            return bytes
        }
        let sealed = keyPath ?? path
        let now = now
        func attempt(_ words: SecretBytes?) throws -> SigningCertificate {
            do {
                let opened = try SigningCertificate(certificate, key: key, passphrase: words, at: now.seconds)
                try AppleWalletPass.check(opened)
                return opened
            } catch let fault as CertificateFault where words != nil || fault != .passphraseNeeded {
                throw Failure(.badInput, "\((fault.isOfKey ? sealed : path).visible): \(fault)")
            } catch let error as AttendeePackError {
                throw Failure(.badInput, "\(path.visible): \(error)")
            }
        }
        do {
            self.certificate = try attempt(nil)
        } catch CertificateFault.passphraseNeeded {
            guard let words = try passphrase.forOpening(certificate: sealed) else {
                throw Failure(
                    .usage, "\(sealed.visible): \(CertificateFault.passphraseNeeded)",
                    hint: "say --apple-passphrase-file FILE, or set EVENTPASS_APPLE_PASSPHRASE")
            }
            self.certificate = try attempt(words)
        }
        if intermediate == nil, !self.certificate.hasChain {
            StandardError.say(
                "warning: phones refuse a pass without Apple's WWDR intermediate certificate: say --apple-intermediate FILE"
            )
        }
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
