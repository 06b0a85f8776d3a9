import EventFixture
import Foundation
import Testing
import TicketToken
import Ticketing

/// A key folder has a file for each key, and a register. The register lists the number and the check value of each key.
/// The check value is derived from the key's secret, and shows whether a key file has the right secret.
@Suite("Key files")
struct KeyFileTests {
    static let digits = String(repeating: "5a", count: 32)

    let temporary: TemporaryFolder
    let path: String
    let good: String

    init() throws {
        temporary = try TemporaryFolder()
        _ = try ringOfOne(in: temporary("keys"))
        path = temporary("keys/001.key")
        good = try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("A key file without a passphrase has the lines that the documentation shows")
    func shape() {
        let lines = good.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[0] == "eventpass key v1" && lines[1] == "number: 1" && lines[2] == "state: active")
        #expect(lines[3] == "created: 2027-01-15T08:00:00Z")
        #expect(lines[4].hasPrefix("check: ") && lines[4].utf8.count == 23)
        #expect(lines[5] == "secret: \(Self.digits)")
    }

    @Test(
        "A malformed key file is refused with its path and line, and the error does not show the secret",
        arguments: [
            ("eventpass key v1", "eventpass key v2", 1),
            ("eventpass key v1", "\u{FEFF}eventpass key v1", 1),
            ("number: 1\n", "number: 256\n", 2),
            ("number: 1\n", "number: 01\n", 2),
            ("number: 1\n", "number:1\n", 2),
            ("number: 1\n", "number: 1\r\n", 2),
            ("number: 1\n", "number: 1\nnumber: 1\n", 3),
            ("number: 1\n", "", 5),
            ("number: 1\n", "number: 2\n", 1),
            ("state: active", "state: asleep", 3),
            ("state: active", "state: retired", 3),
            ("state: active", "state: active\nretired: 2027-01-15T08:00:00Z", 3),
            ("created: 2027-01-15T08:00:00Z", "created: 2027-02-30T08:00:00Z", 4),
            ("created: 2027-01-15T08:00:00Z", "created: 2027-01-15 08:00:00", 4),
            ("created: 2027-01-15T08:00:00Z\n", "", 5),
            ("check: ", "check: 00", 5),
            ("check: ", "cheque: ", 5),
            ("secret: ", "secrte: ", 6),
            ("secret: 5a", "secret: 5", 6),
            ("secret: 5a", "secret: 5g", 6),
            ("secret: 5a", "secret:  5a", 6),
            ("secret: ", "public: yes\nsecret: zz", 7),
            ("secret: ", "public: no\nsecret: ", 6),
            ("secret: ", "sealed: scrypt 131072 8 1 00 00 00\nsecret: ", 6),
            ("secret: ", "\nsecret: ", 6),
            ("5a\n", "5a", 6),
            ("5a\n", "5a\n\n", 7),
            ("5a\n", "5a\nnote: mine\n", 7),
        ])
    func unreadable(_ old: String, _ new: String, _ line: Int) throws {
        let text = good.replacingOccurrences(of: old, with: new)
        try #require(text != good)
        try write(text, to: path)
        let refusal = #expect(throws: KeyRingError.self) { try KeyRing.open(at: temporary("keys")) }
        #expect(refusal?.description.hasPrefix("\(path):\(line): ") == true, "\(String(describing: refusal))")
        #expect(refusal?.description.contains("5a5a") == false)
    }

    @Test(
        "A scrypt cost that is too low, too high or invalid is refused with the path and line of the key file",
        arguments: ["2 8 1", "131071 8 1", "1073741824 8 1", "131072 1 1", "131072 8 99", "99999999999999999999 8 1"])
    func absurd(_ cost: String) throws {
        let zeros = [16, 12, 48].map { String(repeating: "00", count: $0) }.joined(separator: " ")
        try write(
            good.replacingOccurrences(of: "secret: \(Self.digits)", with: "sealed: scrypt \(cost) \(zeros)"), to: path)
        let refusal = #expect(throws: KeyRingError.self) {
            try KeyRing.open(at: temporary("keys")) { _ in secret("words") }
        }
        #expect(refusal?.description.hasPrefix("\(path):6: ") == true)
    }

    @Test("A key that differs from its entry in the register is refused, even if only the register was altered")
    func check() throws {
        let mismatch = KeyRingError.checkMismatch(path: path)
        try write(good.replacingOccurrences(of: "secret: 5a", with: "secret: 5b"), to: path)
        #expect(throws: mismatch) { try KeyRing.open(at: temporary("keys")) }

        let line = try #require(good.split(separator: "\n").first { $0.hasPrefix("check: ") })
        let altered = good.replacingOccurrences(of: line, with: "check: 0000000000000000")
        try write(altered, to: path)
        #expect(throws: mismatch) { try KeyRing.open(at: temporary("keys")) }
        // If the key file and the register have the same altered check value, the secret does not match that value.
        try write("eventpass key register v1\n1 0000000000000000\n", to: temporary("keys/register"))
        #expect(throws: mismatch) { try KeyRing.open(at: temporary("keys")) }
        try write(good, to: path)
        #expect(throws: mismatch) { try KeyRing.open(at: temporary("keys")) }
    }

    @Test("A key that is not in the register is refused")
    func unregistered() throws {
        try write("eventpass key register v1\n", to: temporary("keys/register"))
        #expect(throws: KeyRingError.unregistered(path: path)) { try KeyRing.open(at: temporary("keys")) }
    }

    @Test(
        "A malformed register is refused with its path and line",
        arguments: [
            ("", 1), ("eventpass key register v2\n", 1), ("eventpass key register v1", 1),
            ("eventpass key register v1\n1\n", 2), ("eventpass key register v1\n1 00\n", 2),
            ("eventpass key register v1\n256 0000000000000000\n", 2),
            ("eventpass key register v1\n1 0000000000000000\n1 0000000000000000\n", 3),
            ("eventpass key register v1\n1 0000000000000000", 2),
        ])
    func register(_ text: String, _ line: Int) throws {
        try write(text, to: temporary("keys/register"))
        let refusal = #expect(throws: KeyRingError.self) { try KeyRing.open(at: temporary("keys")) }
        #expect(refusal?.description.hasPrefix("\(temporary("keys/register")):\(line): ") == true)
    }

    @Test("A key file that is far too long is refused, and an unrelated file is ignored")
    func strangers() throws {
        try write("notes", to: temporary("keys/README.md"))
        _ = try KeyRing.open(at: temporary("keys"))
        try write(String(repeating: "x", count: 70_000), to: temporary("keys/002.key"))
        #expect(throws: KeyRingError.self) { try KeyRing.open(at: temporary("keys")) }
    }

    @Test("A key ring shows no secret, however the ring is printed")
    func redacted() throws {
        let ring = try KeyRing.open(at: temporary("keys"))
        let claims = TicketClaims(
            suite: .hmac, key: 1, event: try #require(EventNumber(rawValue: 5)),
            serial: try #require(Serial(rawValue: 6)),
            type: try #require(TicketTypeNumber(rawValue: 7)))
        let live = try TicketSigner(ring).liveKey(of: claims)
        var shown = "\(ring) \(String(reflecting: ring)) \(ring.keys) \(live)"
        dump(ring, to: &shown)
        dump(live, to: &shown)
        #expect(!shown.contains("5a5a") && !shown.contains("90, 90") && !shown.contains(text(live.secret)))
        #expect(shown.contains("redacted"))
    }
}
