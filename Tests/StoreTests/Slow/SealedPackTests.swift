import Cryptography
import EventFixture
import FileAccess
import Foundation
import Gate
import Management
import Testing
import Ticketing

@testable import Store

@Suite("Encrypted gate packs", .slow)
struct SealedPackTests {
    private let festival: Festival
    private let path: String
    private let passphrase = SecretBytes(copying: "lake".utf8.span)
    private let device: DeviceID

    init() throws {
        festival = try Festival()
        _ = try festival.issue(2000)
        path = festival.folder("sealed.gate")
        device = try festival.services.gatePacks.createGatePack(
            of: festival.event, GatePackRequest(name: "Laptop", showsNames: true), verifyingWith: festival.ring,
            at: path,
            passphrase: passphrase
        ).pack.device
    }

    private func opens(_ file: String, with passphrase: String = "lake") throws -> Bool {
        try EncryptedGatePack.open(
            file, into: festival.folder("\(UUID().uuidString).gate"),
            passphrase: SecretBytes(copying: passphrase.utf8.span))
    }

    @Test("An encrypted gate pack opens with its passphrase; without the passphrase, only the device ID can be read")
    func opening() throws {
        #expect(try EncryptedGatePack.isEncryptedPack(path) && EncryptedGatePack.device(of: path) == device)
        #expect(throws: StoreError.self) { try GatePackFile.open(path) }
        let working = festival.folder("working.gate")
        #expect(try EncryptedGatePack.open(path, into: working, passphrase: passphrase))
        #expect(try GatePackFile.open(working).check().isIntact)
        let token = try festival.tokens()[7]
        #expect(try festival.gate(onPack: working).decide(Scan(token)).outcome == .admit(again: false))
        let sealed = try Data(contentsOf: URL(filePath: path))
        #expect(sealed.range(of: Data("New Year by the Lake".utf8)) == nil && sealed.count > 3 * 65_536)
        #expect(sealed.range(of: Data("SQLite format 3".utf8)) == nil)
        #expect(throws: SystemError.self) { try EncryptedGatePack.open(path, into: working, passphrase: passphrase) }
        for name in try festival.folder.names(in: ".") { #expect(!name.hasSuffix(".open"), "\(name)") }
    }

    @Test("A rehearsal with an encrypted pack decides scans, stores nothing, and leaves no decrypted file on the disk")
    func rehearsal() throws {
        let token = try festival.tokens()[7]
        let names = try festival.folder.names(in: ".")
        let opened = try EncryptedGatePack.openWithoutName(path, passphrase: passphrase)
        #expect(try festival.folder.names(in: ".") == names)
        let gate = try Gate(
            name: "North", pack: #require(opened).rehearsing(), operation: Gate.Operation(clock: festival.clock.now))
        for _ in 1...2 { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(gate.decide(Scan("rubbish")).isRehearsal)
        let wrong = SecretBytes(copying: "river".utf8.span)
        let isOpened = try EncryptedGatePack.openWithoutName(path, passphrase: wrong) != nil
        #expect(!isOpened)
        #expect(try festival.folder.names(in: ".") == names)
    }

    @Test("An encrypted pack does not open if it is truncated or altered, or if the passphrase is wrong")
    func attacks() throws {
        let complete = try festival.folder.read("sealed.gate")
        let header = 24 + 16 + 16
        let chunk = 65_536 + 16
        let chunks = stride(from: header, to: complete.count, by: chunk).map {
            Array(complete[$0..<min($0 + chunk, complete.count)])
        }
        let head = Array(complete.prefix(header))
        var flipped = complete
        flipped[header + chunk + 5] ^= 1
        var renamed = complete
        renamed[30] ^= 1
        let attacks: [(what: String, bytes: [UInt8])] = [
            ("cut inside a chunk", complete.dropLast(9)),
            ("cut between chunks", head + chunks.dropLast().joined()),
            ("the first two chunks swapped", head + (chunks[1] + chunks[0]) + chunks.dropFirst(2).joined()),
            ("the first chunk repeated", head + chunks[0] + chunks.joined()),
            ("the first chunk missing", head + chunks.dropFirst().joined()),
            ("trailing data", complete + chunks[0]), ("a flipped bit", flipped), ("another device", renamed),
            ("the header alone", head), ("half a header", Array(head.dropLast(20))),
        ]
        #expect(try !opens(path, with: "river"))
        for (what, bytes) in attacks {
            try festival.folder.write(bytes, to: "attack.gate")
            let names = try festival.folder.names(in: ".")
            do {
                #expect(try !opens(festival.folder("attack.gate")), "\(what)")
            } catch is StoreError {
                // The error says that the file is damaged.
            }
            #expect(try festival.folder.names(in: ".") == names, "\(what)")
        }
    }
}
