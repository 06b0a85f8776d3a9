import Cryptography
import Testing

@Suite("A server’s self-signed certificate")
struct SelfSignedCertificateTests {
    private let validity: ClosedRange<Int64> = 1_900_000_000...1_930_000_000

    @Test("A certificate covers only its own names and addresses")
    func covers() throws {
        let made = try SelfSignedCertificate.make(
            names: ["localhost", "gate.example"], addresses: ["127.0.0.1", "::1", "192.168.1.7"], validity: validity)
        #expect(made.covers(names: ["localhost", "GATE.example"], addresses: ["127.0.0.1", "::1"]))
        #expect(made.covers(names: [], addresses: ["0:0:0:0:0:0:0:1"]))
        for name in ["example", "a.gate.example", "gate.example.org", "127.0.0.1"] {
            #expect(!made.covers(names: [name], addresses: []), "\(name)")
        }
        for address in ["127.0.0.2", "::2", "localhost", "192.168.1.70"] {
            #expect(!made.covers(names: [], addresses: [address]), "\(address)")
        }
    }

    @Test("A certificate that is read from its PEM text is unchanged; two certificates for the same name differ")
    func readsBack() throws {
        let made = try SelfSignedCertificate.make(names: ["localhost"], addresses: [], validity: validity)
        let read = try SelfSignedCertificate(made.pem)
        #expect(read.fingerprint == made.fingerprint)
        #expect(read.fingerprint.count == 32)
        #expect(read.validity == validity)
        let other = try SelfSignedCertificate.make(names: ["localhost"], addresses: [], validity: validity)
        #expect(other.fingerprint != made.fingerprint)
    }

    @Test(
        "A host name with a forbidden character, such as a comma before another name, is refused",
        arguments: ["a,DNS:evil.example", "a\nb", "a,IP:1.2.3.4", "é.example", "a b", "a:b", "@section", "a\0"])
    func hostileName(name: String) {
        #expect(throws: OpenSSLError.self) {
            try SelfSignedCertificate.make(names: [name], addresses: [], validity: validity)
        }
        #expect(throws: OpenSSLError.self) {
            try SelfSignedCertificate.make(names: [], addresses: [name], validity: validity)
        }
    }

    @Test("A certificate that is malformed, or that has no key or a wrong key, is refused")
    func faults() throws {
        let one = try SelfSignedCertificate.make(names: ["a"], addresses: [], validity: validity)
        let two = try SelfSignedCertificate.make(names: ["b"], addresses: [], validity: validity)
        func text(_ made: SelfSignedCertificate) -> String {
            String(decoding: made.pem.withBytes { span in span.indices.map { span[$0] } }, as: UTF8.self)
        }
        func half(_ made: SelfSignedCertificate, _ what: String) throws -> String {
            let heading = try #require(text(made).firstRange(of: "-----BEGIN \(what)"))
            let end = try #require(text(made).firstRange(of: "-----END \(what)-----"))
            return String(text(made)[heading.lowerBound..<end.upperBound]) + "\n"
        }
        let mixed = try half(one, "CERTIFICATE") + half(two, "PRIVATE KEY")
        for bad in ["", "spoilt", try half(one, "CERTIFICATE"), try half(one, "PRIVATE KEY"), mixed] {
            #expect(throws: CertificateFault.self) {
                try SelfSignedCertificate(SecretBytes(copying: Array(bad.utf8).span))
            }
        }
    }
}
