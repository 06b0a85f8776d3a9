import AttendeePack
import Cryptography
import Presenting
import PrintShop
import Ticketing

extension AppleWalletCredentials {
    /// - Throws: `CommandFailure` that names the file and says what to do.
    init(path: String, keyPath: String?, intermediatePath: String?, passphrase: PassphrasePrompt) throws {
        let certificate = try SecretFile.read(path)
        let key = try keyPath.map { try SecretFile.read($0) }
        let intermediate = try intermediatePath.map { path in
            let bytes = try SecretFile.read(path)
            do {
                try CMS.check(intermediates: bytes)
            } catch let fault as CertificateFault {
                throw CommandFailure(.badInput, "\(path.visible): \(fault)")
            }
            return bytes
        }
        let sealed = keyPath ?? path
        let now = Instant.now()
        func attempt(_ words: SecretBytes?) throws -> SigningCertificate {
            do {
                let opened = try SigningCertificate(certificate, key: key, passphrase: words, at: now.seconds)
                try AppleWalletPass.check(opened)
                return opened
            } catch let fault as CertificateFault where words != nil || fault != .passphraseNeeded {
                throw CommandFailure(.badInput, "\((fault.isOfKey ? sealed : path).visible): \(fault)")
            } catch let error as TicketExportError {
                throw CommandFailure(.badInput, "\(path.visible): \(error)")
            }
        }
        let opened: SigningCertificate
        do {
            opened = try attempt(nil)
        } catch CertificateFault.passphraseNeeded {
            guard let words = try passphrase.forOpening(certificate: sealed) else {
                throw CommandFailure(
                    .usage, "\(sealed.visible): \(CertificateFault.passphraseNeeded)",
                    hint: "use --apple-passphrase-file FILE, or set EVENTPASS_APPLE_PASSPHRASE")
            }
            opened = try attempt(words)
        }
        if let intermediate, let intermediatePath {
            do {
                try CMS.check(intermediates: intermediate, of: opened)
            } catch let fault as CertificateFault {
                throw CommandFailure(.badInput, "\(intermediatePath.visible): \(fault)")
            }
        }
        self.init(certificate: opened, intermediate: intermediate, now: now)
        if intermediate == nil, !opened.hasChain {
            StandardError.say(
                "warning: phones refuse a pass without Apple's WWDR intermediate certificate; add --apple-intermediate FILE"
            )
        }
    }
}

extension GoogleWalletCredentials {
    init(path: String, issuer: String) throws {
        let account = try SecretFile.read(path)
        do {
            try self.init(account: account, issuer: issuer)
        } catch TicketExportError.invalidIssuer(let number) {
            throw CommandFailure(.usage, "\(TicketExportError.invalidIssuer(number))")
        } catch {
            throw CommandFailure(.badInput, "\(path.visible): \(error)")
        }
    }
}
