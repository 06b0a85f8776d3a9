import AttendeePack
import Cryptography
import EventFixture
import Foundation
import Testing

@Suite("Objects for Google Wallet")
struct GoogleWalletObjectTests {
    private let authority: Authority
    private let issuer: GoogleWalletIssuer

    init() throws {
        authority = try Authority()
        issuer = try GoogleWalletIssuer(
            serviceAccount: secretBytes(Self.account(key: authority.folder.read("root.key"))),
            number: "3388000000012345678")
    }

    /// An e-mail address that is as long as the addresses of Google’s service accounts.
    private static let address = "wallet-passes-of-the-nile@nile-nights-production-482911.iam.gserviceaccount.com"

    private static func account(key: [UInt8]) throws -> String {
        let json = ["client_email": Self.address, "private_key": String(decoding: key, as: UTF8.self)]
        return String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
    }

    private static func decoded(_ part: Substring) throws -> [UInt8] {
        let plain = part.replacing("-", with: "+").replacing("_", with: "/")
        let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Array(try #require(Data(base64Encoded: String(padded))))
    }

    @Test("The openssl command verifies the JWT with the service account’s public key")
    func signature() throws {
        let parts = try GoogleWalletObject.token(for: Sample.ticket(), by: issuer).split(separator: ".")
        try #require(parts.count == 3)
        try authority.openssl("pkey -in root.key -pubout -out public.pem")
        try authority.folder.write("\(parts[0]).\(parts[1])", to: "signed")
        try authority.folder.write(Self.decoded(parts[2]), to: "signature")
        try authority.openssl("dgst -sha256 -verify public.pem -signature signature signed")
        try authority.folder.write("\(parts[0]).\(parts[1])A", to: "signed")
        #expect(try authority.run("dgst -sha256 -verify public.pem -signature signature signed").status != 0)
    }

    @Test("The claims of the JWT have the names that Google requires, and the JWT’s barcode is the ticket’s token")
    func claims() throws {
        let link = try GoogleWalletObject.link(for: Sample.ticket(), by: issuer)
        #expect(link.hasPrefix("https://pay.google.com/gp/v/save/"))
        let parts = try GoogleWalletObject.token(for: Sample.ticket(), by: issuer).split(separator: ".")
        #expect(String(decoding: try Self.decoded(parts[0]), as: UTF8.self) == #"{"alg":"RS256","typ":"JWT"}"#)
        let claims = try #require(
            try JSONSerialization.jsonObject(with: Data(Self.decoded(parts[1]))) as? [String: Any])
        #expect(claims["iss"] as? String == Self.address)
        #expect(claims["aud"] as? String == "google")
        #expect(claims["typ"] as? String == "savetowallet")
        #expect(claims["iat"] as? Int == 1_800_000_000)
        let payload = try #require(claims["payload"] as? [String: [[String: Any]]])
        let object = try #require(payload["eventTicketObjects"]?.first)
        #expect(object["id"] as? String == "3388000000012345678.77-4F7K-29QX")
        #expect(object["classId"] as? String == payload["eventTicketClasses"]?.first?["id"] as? String)
        #expect((object["barcode"] as? [String: String])?["value"] == Sample.token)
    }

    @Test("With long and unusual names, the JWT is valid and the link is not too long", arguments: Sample.hardNames)
    func names(name: String) throws {
        let ticket = try Sample.ticket(
            title: "T" + name, organizer: "O" + name, holder: name, venue: "V" + name, type: "R" + name)
        let token = try GoogleWalletObject.token(for: ticket, by: issuer)
        let claims = try Self.decoded(token.split(separator: ".")[1])
        #expect(claims.allSatisfy { $0 >= 0x20 })
        #expect(try JSONSerialization.jsonObject(with: Data(claims)) is [String: Any])
        #expect(try GoogleWalletObject.link(for: ticket, by: issuer).utf8.count <= GoogleWalletObject.maximumLinkLength)
    }

    @Test("A link that would be too long omits details such as the event’s end, but keeps the start, code and token")
    func fitting() throws {
        func claims(_ ticket: AttendeeTicket) throws -> (event: [String: Any], object: [String: Any]) {
            let part = try GoogleWalletObject.token(for: ticket, by: issuer).split(separator: ".")[1]
            let json = try JSONSerialization.jsonObject(with: Data(Self.decoded(part))) as? [String: Any]
            let payload = try #require(json?["payload"] as? [String: [[String: Any]]])
            return (
                try #require(payload["eventTicketClasses"]?.first), try #require(payload["eventTicketObjects"]?.first)
            )
        }
        let brief = try claims(Sample.ticket(title: "A", organizer: "B", holder: nil, venue: "C", type: "D")).event
        let times = try #require(brief["dateTime"] as? [String: String])
        #expect(Set(times.keys) == ["start", "end"])
        let escaped = String(repeating: "\"\\", count: 300)
        _ = try claims(
            Sample.ticket(title: escaped, organizer: escaped, holder: escaped, venue: escaped, type: escaped))
        let long = String(repeating: "é", count: 300)
        let full = try claims(Sample.ticket(title: long, organizer: long, holder: long, venue: long, type: long))
        #expect((full.event["dateTime"] as? [String: String])?.keys.sorted() == ["start"])
        #expect((full.object["barcode"] as? [String: String])?["value"] == Sample.token)
        #expect(full.object["ticketNumber"] as? String == "4F7K-29QX")
        #expect((full.event["issuerName"] as? String)?.isEmpty == false)
    }

    @Test("If a signing key is so long that every link would be too long, an error reports this")
    func longKey() throws {
        try authority.openssl("genrsa -primes 5 -out long.key 8192")
        let long = try GoogleWalletIssuer(
            serviceAccount: secretBytes(Self.account(key: authority.folder.read("long.key"))), number: "1")
        #expect {
            try GoogleWalletObject.link(for: Sample.ticket(), by: long)
        } throws: { error in
            if case .linkTooLong? = error as? TicketExportError { true } else { false }
        }
    }

    @Test("Invalid keys and files of service accounts are refused, and no error reveals a secret")
    func accounts() throws {
        try authority.openssl("genrsa -out small.key 1024")
        try authority.openssl("genpkey -algorithm ED25519 -out ed.key")
        func open(_ text: String, number: String = "1") throws {
            _ = try GoogleWalletIssuer(serviceAccount: secretBytes(text), number: number)
        }
        #expect(throws: CertificateFault.shortKey(bits: 1024, least: 2048)) {
            try open(Self.account(key: authority.folder.read("small.key")))
        }
        #expect(throws: CertificateFault.noRSAKey) { try open(Self.account(key: authority.folder.read("ed.key"))) }
        #expect(throws: CertificateFault.noRSAKey) { try open(Self.account(key: Array("nothing".utf8))) }
        #expect(throws: TicketExportError.invalidIssuer("12/../3")) {
            try open(Self.account(key: authority.folder.read("root.key")), number: "12/../3")
        }
        for text in ["", "{", "[]", #"{"client_email":"a","private_key":7,"secret":"Geheimnis"}"#] {
            do {
                try open(text)
                Issue.record("an invalid service account was accepted")
            } catch {
                #expect(error is TicketExportError)
                #expect(!"\(error)".contains("Geheimnis"))
            }
        }
    }
}
