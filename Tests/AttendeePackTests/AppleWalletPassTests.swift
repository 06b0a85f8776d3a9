import AttendeePack
import Cryptography
import EventFixture
import Foundation
import Languages
import Testing
import Ticketing

@Suite("Passes for Apple Wallet")
struct AppleWalletPassTests {
    private let authority: Authority

    init() throws { authority = try Authority() }

    private func pass(_ ticket: AttendeeTicket) throws -> [String: [UInt8]] {
        try unzipped(
            AppleWalletPass.bytes(
                for: ticket, signedBy: authority.certificate(), intermediate: authority.secret("middle.pem"),
                at: Instant(seconds: Authority.now)))
    }

    @Test("In the artificial language for tests, every label of a pass and the pass’s description are translated")
    func labels() throws {
        var ticket = try Sample.ticket()
        ticket.event.language = .pseudo
        let json = String(decoding: try pass(ticket)["pass.json"] ?? [], as: UTF8.self)
        let labels = json.matches(of: /"(?:label|description)"\s*:\s*"([^"]*)"/).map { String($0.1) }
        #expect(labels.count > 6 && labels.allSatisfy { $0.hasPrefix("⟦") }, "\(labels)")
    }

    @Test(
        "unzip extracts a pass’s files, OpenSSL verifies the manifest’s signature, and the manifest’s digests are right"
    )
    func complete() throws {
        let files = try pass(Sample.ticket())
        #expect(
            Set(files.keys) == [
                "pass.json", "icon.png", "icon@2x.png", "icon@3x.png", "manifest.json", "signature",
            ])
        let manifest = try JSONDecoder().decode([String: String].self, from: Data(files["manifest.json"] ?? []))
        #expect(Set(manifest.keys) == Set(files.keys).subtracting(["manifest.json", "signature"]))
        for (name, digest) in manifest {
            try authority.folder.write(files[name] ?? [], to: "part")
            #expect(try authority.run("dgst -sha1 -r part").text.hasPrefix(digest))
        }
        try authority.folder.write(files["signature"] ?? [], to: "signature")
        try authority.folder.write(files["manifest.json"] ?? [], to: "manifest")
        try authority.openssl(
            "cms -verify -binary -inform DER -in signature -content manifest -CAfile root.pem -purpose any -out out")
    }

    @Test(
        "pass.json contains the certificate’s pass type and team, and the token’s barcode, but no note for gate staff"
    )
    func json() throws {
        let files = try pass(Sample.ticket())
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(files["pass.json"] ?? [])) as? [String: Any])
        #expect(json["formatVersion"] as? Int == 1)
        #expect(json["passTypeIdentifier"] as? String == "pass.example.nile")
        #expect(json["teamIdentifier"] as? String == "TEAM123456")
        #expect(json["serialNumber"] as? String == "77-4F7K-29QX")
        #expect(json["relevantDate"] as? String == "2030-01-01T18:00:00+03:00")
        #expect(json["expirationDate"] as? String == "2030-01-02T04:00:00+03:00")
        let barcode = try #require((json["barcodes"] as? [[String: String]])?.first)
        #expect(barcode["message"] == Sample.token)
        #expect(barcode["format"] == "PKBarcodeFormatQR")
        #expect(barcode["altText"] == "4F7K-29QX")
        #expect(!String(decoding: files["pass.json"] ?? [], as: UTF8.self).contains("owes us money"))
    }

    @Test("With long and unusual names, pass.json is valid and no field is empty", arguments: Sample.hardNames)
    func names(name: String) throws {
        let files = try pass(Sample.ticket(title: "T" + name, holder: name, venue: name, type: "R" + name))
        let bytes = files["pass.json"] ?? []
        #expect(bytes.allSatisfy { $0 >= 0x20 })
        let json = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(json["serialNumber"] as? String == "77-4F7K-29QX")
        let fields = try #require(json["eventTicket"] as? [String: [[String: String]]])
        #expect(fields.values.joined().allSatisfy { $0["value"]?.isEmpty == false })
    }

    @Test("A certificate that is not for passes is refused, and the error contains the certificate’s name")
    func otherCertificate() throws {
        try authority.openssl("req -x509 -newkey rsa:2048 -nodes -subj /CN=Web -keyout web.key -out web.pem")
        let web = try SigningCertificate(
            authority.secret("web.pem"), key: authority.secret("web.key"), at: Authority.now + 60)
        #expect(throws: TicketExportError.notAPassCertificate(name: "Web")) {
            try AppleWalletPass.bytes(for: Sample.ticket(), signedBy: web, at: Instant(seconds: Authority.now))
        }
    }

    @Test("A certificate whose UID is not a pass type is refused, and so is a certificate whose key is not RSA")
    func wrongKinds() throws {
        let subject = "-nodes -subj /UID=com.example/CN=Other/OU=TEAM123456"
        try authority.openssl("req -x509 -newkey rsa:2048 \(subject) -keyout other.key -out other.pem")
        try authority.openssl(
            "req -x509 -newkey ed25519 \(subject.replacing("com.", with: "pass.")) -keyout ed.key -out ed.pem")
        func open(_ name: String) throws -> SigningCertificate {
            try SigningCertificate(
                authority.secret("\(name).pem"), key: authority.secret("\(name).key"), at: Authority.now + 60)
        }
        #expect(throws: TicketExportError.notAPassCertificate(name: "Other")) {
            try AppleWalletPass.check(open("other"))
        }
        #expect(throws: TicketExportError.passCertificateNotRSA(name: "Other")) {
            try AppleWalletPass.check(open("ed"))
        }
        try AppleWalletPass.check(authority.certificate())
    }

    @Test("Two passes that are created at the same time for one ticket are equal")
    func same() throws {
        let certificate = try authority.certificate()
        func bytes() throws -> [UInt8] {
            try AppleWalletPass.bytes(for: Sample.ticket(), signedBy: certificate, at: Instant(seconds: Authority.now))
        }
        #expect(try bytes() == bytes())
    }
}
