import Cryptography
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite("Signing certificates")
struct SigningCertificateTests {
    private let authority: Authority
    private let now = Authority.now + 60

    init() throws { authority = try Authority() }

    private func open(
        _ name: String, key: String? = nil, passphrase: String? = nil, at moment: Int64? = nil
    ) throws -> SigningCertificate {
        try SigningCertificate(
            authority.secret(name), key: key.map { try authority.secret($0) }, passphrase: passphrase.map(secretBytes),
            at: moment ?? now)
    }

    private func bundle(_ out: String, _ options: String) throws {
        try authority.openssl("pkcs12 -export -in pass.pem -inkey pass.key -certfile middle.pem -out \(out) \(options)")
    }

    @Test("The pass type and the team are read from PEM with or without a key, and from modern and legacy PKCS#12")
    func forms() throws {
        try authority.folder.write(
            authority.folder.read("middle.pem") + authority.folder.read("pass.pem") + authority.folder.read("pass.key"),
            to: "all.pem")
        try bundle("new.p12", "-passout pass:\(Authority.passphrase)")
        try bundle("old.p12", "-legacy -passout pass:old")
        try bundle("open.p12", "-passout pass:")
        let certificates = [
            try authority.certificate(), try open("all.pem"), try open("new.p12", passphrase: Authority.passphrase),
            try open("old.p12", passphrase: "old"), try open("open.p12", passphrase: ""),
        ]
        for certificate in certificates {
            #expect(certificate.userID == "pass.example.nile")
            #expect(certificate.organizationalUnit == "TEAM123456")
            #expect(certificate.name == "Nile")
        }
    }

    @Test(
        "Encrypted PKCS#12 files require a passphrase, even without a MAC; DER and unencrypted PKCS#12 files do not"
    )
    func otherForms() throws {
        try authority.openssl("x509 -in pass.pem -outform DER -out pass.cer")
        try bundle("empty.p12", "-passout pass:")
        try bundle("nomac.p12", "-passout pass: -nomac -keypbe NONE -certpbe NONE")
        try bundle("sealed-nomac.p12", "-passout pass:right -nomac")
        #expect(try open("pass.cer", key: "pass.key").userID == "pass.example.nile")
        for name in ["empty.p12", "nomac.p12"] {
            let certificate = try open(name)
            #expect(certificate.hasChain && certificate.isRSA)
        }
        #expect(throws: CertificateFault.passphraseNeeded) { try open("sealed-nomac.p12") }
        #expect(throws: CertificateFault.wrongPassphrase) { try open("sealed-nomac.p12", passphrase: "wrong") }
        #expect(try open("sealed-nomac.p12", passphrase: "right").name == "Nile")
        try authority.folder.write(Array(authority.folder.read("empty.p12").prefix(300)), to: "cut.p12")
        #expect {
            try open("cut.p12")
        } throws: { error in
            if case .damaged(.file, _)? = error as? CertificateFault { true } else { false }
        }
    }

    @Test("Intermediate certificates are accepted as PEM and DER; a file without a certificate is refused")
    func intermediates() throws {
        try authority.openssl("x509 -in middle.pem -outform DER -out middle.cer")
        let content = Array("content".utf8)
        func signature(_ name: String) throws -> [UInt8] {
            try CMS.detachedSignature(
                of: content, by: authority.certificate(), intermediates: authority.secret(name), time: now)
        }
        #expect(try signature("middle.pem") == signature("middle.cer"))
        // The intermediates file is allowed to contain the signer’s own certificate, although the signature contains
        // that certificate anyway.
        _ = try signature("pass.pem")
        try CMS.check(intermediates: authority.secret("middle.cer"))
        #expect(throws: CertificateFault.noCertificate) { try CMS.check(intermediates: authority.secret("pass.key")) }
        #expect(throws: CertificateFault.noCertificate) { try CMS.check(intermediates: secretBytes("nothing")) }
        // With an intermediate that did not issue the certificate, phones find no chain to the authority.
        let certificate = try authority.certificate()
        try CMS.check(intermediates: authority.secret("middle.pem"), of: certificate)
        #expect(throws: CertificateFault.otherIssuer(name: certificate.name)) {
            try CMS.check(intermediates: authority.secret("pass.pem"), of: certificate)
        }
    }

    @Test("A certificate that has expired or is not valid yet is refused, and the error contains the date")
    func dates() throws {
        let end = try authority.certificate().validity.upperBound
        #expect(throws: CertificateFault.expired(name: "Nile", end: end)) {
            try open("pass.pem", key: "pass.key", at: end + 1)
        }
        _ = try open("pass.pem", key: "pass.key", at: end)
        let start = try authority.certificate().validity.lowerBound
        #expect(throws: CertificateFault.notYetValid(name: "Nile", start: start)) {
            try open("pass.pem", key: "pass.key", at: start - 1)
        }
        // The end of the validity in this error is 2024-02-29T12:34:56Z.
        let text = "\(CertificateFault.expired(name: "Nile", end: 1_709_210_096))"
        #expect(text.contains("2024-02-29T12:34:56Z") && text.contains("renew"))
    }

    @Test("A missing key, another certificate’s key and a damaged key are reported with different errors")
    func keys() throws {
        #expect(throws: CertificateFault.noKey(name: "Nile")) { try open("pass.pem") }
        #expect(throws: CertificateFault.otherKey(name: "Nile")) { try open("pass.pem", key: "root.key") }
        #expect(throws: CertificateFault.noCertificate) { try open("pass.key") }
        #expect(throws: CertificateFault.noKey(name: "Nile")) { try open("pass.pem", key: "root.pem") }
        var key = try authority.folder.read("pass.key")
        key[200] = UInt8(ascii: "!")
        try authority.folder.write(key, to: "bad.key")
        #expect { try open("pass.pem", key: "bad.key") } throws: { error in
            if case .damaged? = error as? CertificateFault { true } else { false }
        }
    }

    @Test("A missing and a wrong passphrase are reported with different errors, and nobody is asked at the terminal")
    func passphrases() throws {
        try authority.openssl("pkcs8 -topk8 -in pass.key -out sealed.key -passout pass:right")
        try authority.openssl("rsa -aes128 -traditional -in pass.key -out old.key -passout pass:right")
        try bundle("sealed.p12", "-passout pass:right")
        for (name, key) in [("pass.pem", "sealed.key"), ("pass.pem", "old.key"), ("sealed.p12", nil)] {
            #expect(throws: CertificateFault.passphraseNeeded) { try open(name, key: key) }
            #expect(throws: CertificateFault.wrongPassphrase) { try open(name, key: key, passphrase: "wrong") }
            #expect(throws: CertificateFault.wrongPassphrase) { try open(name, key: key, passphrase: "") }
            #expect(try open(name, key: key, passphrase: "right").name == "Nile")
        }
    }

    @Test("A PEM certificate marked as encrypted is reported as damaged, and nobody is asked for a passphrase")
    func sealedCertificate() throws {
        try authority.openssl("rsa -aes128 -traditional -in pass.key -out old.key -passout pass:right")
        let key = String(decoding: try authority.folder.read("old.key"), as: UTF8.self)
        try authority.folder.write(Array(key.replacing("RSA PRIVATE KEY", with: "CERTIFICATE").utf8), to: "sealed.pem")
        #expect {
            try open("sealed.pem", key: "pass.key")
        } throws: { error in
            if case .damaged(.certificate, _)? = error as? CertificateFault { true } else { false }
        }
    }

    @Test(
        "A certificate file that is cut off at any point is refused",
        arguments: ["pass.pem", "x.p12"])
    func damaged(name: String) throws {
        try bundle("x.p12", "-passout pass:right")
        let bytes = try authority.folder.read(name)
        for length in stride(from: 0, to: bytes.count - 60, by: 97) {
            try authority.folder.write(Array(bytes.prefix(length)), to: "cut")
            #expect(throws: (any Error).self) {
                try open("cut", key: name == "pass.pem" ? "pass.key" : nil, passphrase: "right")
            }
        }
    }

    @Test("No error reveals the passphrase or a part of the key")
    func secrecy() throws {
        try authority.openssl("pkcs8 -topk8 -in pass.key -out sealed.key -passout pass:right")
        let key = String(decoding: try authority.folder.read("sealed.key"), as: UTF8.self)
        let secret = key.split(separator: "\n")[3]
        for passphrase in [nil, "Geheimnis"] {
            do {
                _ = try open("pass.pem", key: "sealed.key", passphrase: passphrase)
                Issue.record("the key was opened without its passphrase")
            } catch {
                #expect(!"\(error)".contains("Geheimnis") && !"\(error)".contains(secret))
            }
        }
    }

    @Test(
        "OpenSSL accepts a detached signature with the authority’s root, but not with other content or another root"
    )
    func signature() throws {
        let content = Array("{\"pass.json\":\"…\"}".utf8)
        let der = try CMS.detachedSignature(
            of: content, by: authority.certificate(), intermediates: authority.secret("middle.pem"), time: now)
        try authority.folder.write(der, to: "signature")
        try authority.folder.write(content, to: "content")
        try authority.folder.write(content + [0], to: "other")
        let verify = "cms -verify -binary -inform DER -in signature -purpose any -out out"
        try authority.openssl("\(verify) -content content -CAfile root.pem")
        #expect(try authority.run("\(verify) -content other -CAfile root.pem").status != 0)
        try authority.openssl("req -x509 -newkey rsa:2048 -nodes -subj /CN=Root -keyout r2.key -out r2.pem")
        #expect(try authority.run("\(verify) -content content -CAfile r2.pem").status != 0)
        // Without the intermediate, OpenSSL finds no chain to the root.
        try authority.folder.write(
            CMS.detachedSignature(of: content, by: authority.certificate(), time: now), to: "signature")
        #expect(try authority.run("\(verify) -content content -CAfile root.pem").status != 0)
    }

    @Test("Signatures that several threads make with one certificate equal the signatures of a single thread")
    func threads() throws {
        let certificate = try authority.certificate()
        let contents = (0..<64).map { Array("content \($0 % 8)".utf8) }
        let alone = try contents.map { try CMS.detachedSignature(of: $0, by: certificate, time: now) }
        // This certificate has not signed anything yet, so several threads fill its caches at once.
        let fresh = try authority.certificate()
        let failures = Mutex(0)
        let time = now
        DispatchQueue.concurrentPerform(iterations: 4 * contents.count) { index in
            let contentIndex = index % contents.count
            do {
                let signature = try CMS.detachedSignature(of: contents[contentIndex], by: fresh, time: time)
                if signature != alone[contentIndex] { failures.withLock { $0 += 1 } }
            } catch {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock(\.self) == 0)
    }

    @Test("A signature contains the given time, uses SHA-256, omits the content, and is reproducible")
    func parameters() throws {
        let content = Array("some content that is not to be found".utf8)
        let certificate = try authority.certificate()
        let one = try CMS.detachedSignature(of: content, by: certificate, time: 1_893_510_000)
        #expect(try one == CMS.detachedSignature(of: content, by: certificate, time: 1_893_510_000))
        #expect(try one != CMS.detachedSignature(of: content, by: certificate, time: 1_893_510_001))
        try authority.folder.write(one, to: "signature")
        let printed = try authority.run("cms -cmsout -print -inform DER -in signature").text
        #expect(printed.contains("Jan  1 15:00:00 2030 GMT"))
        #expect(printed.contains("sha256"))
        #expect(printed.contains("eContent: <ABSENT>"))
    }
}
