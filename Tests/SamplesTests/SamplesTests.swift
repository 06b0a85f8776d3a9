import EventFixture
import Foundation
import Management
import SymbolReader
import Testing
import TicketToken
import Ticketing

private enum Clone {
    static let keys = Project.file("Keys/Demonstration").path
    static let festival = Project.file("Samples/Festival")

    static func tokens() throws -> [String] {
        let text = try String(contentsOf: festival.appending(path: "tokens.txt"), encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }

    static func symbols(_ format: String) throws -> [URL] {
        try FileManager.default
            .contentsOfDirectory(at: festival.appending(path: "symbols"), includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == format }
    }
}

@Suite("The sample files are as the documents describe them")
struct SamplesTests {
    @Test("The demonstration key ring opens in a fresh clone, and its only key is marked as public")
    func ring() throws {
        let ring = try KeyRing.open(at: Clone.keys)
        #expect(ring.keys.map(\.number) == [1])
        #expect(ring.signingKey?.isPublic == true)
    }

    @Test("Every token of the sample festival is valid, and the tokens are for one event and three ticket types")
    func tokens() throws {
        let verifier = TokenVerifier(try KeyRing.open(at: Clone.keys))
        let tokens = try Clone.tokens()
        var claims: [TicketClaims] = []
        for token in tokens {
            guard case .verified(let ticket) = try verifier.verify(token) else {
                Issue.record("\(token) does not verify")
                continue
            }
            claims.append(ticket.claims)
        }
        #expect(claims.count == 200)
        #expect(Set(claims.map(\.serial)).count == 200)
        #expect(Set(claims.map(\.event)).map(\.rawValue) == [213_820_003])
        #expect(Set(claims.map(\.type.rawValue)) == [0, 1, 2])
        #expect(claims.map { Int($0.admits.rawValue) }.reduce(0, +) == 270)
    }

    @Test("Each symbol contains the token of the ticket that its file name states, and each ticket type has one symbol")
    func symbols() throws {
        let verifier = TokenVerifier(try KeyRing.open(at: Clone.keys))
        let tokens = Set(try Clone.tokens())
        let pictures = try Clone.symbols("png")
        var types: Set<UInt16> = []
        for picture in pictures {
            let texts = try SymbolReader.read(file: picture.path).map(\.text)
            #expect(texts.count == 1 && tokens.isSuperset(of: texts), "\(picture.lastPathComponent): \(texts)")
            guard case .verified(let ticket) = try verifier.verify(texts.first ?? "") else { continue }
            let code = TicketCode(ticket.claims.serial).description
            #expect(picture.lastPathComponent == "\(code).png")
            types.insert(UInt16(ticket.claims.type.rawValue))
        }
        #expect(types == [0, 1, 2])
        let names = { (files: [URL]) in Set(files.map { $0.deletingPathExtension().lastPathComponent }) }
        #expect(names(pictures) == names(try Clone.symbols("svg")))
        #expect(pictures.count == 3)
    }

    @Test("Importing the guest list issues 200 tickets of three types, for 270 people")
    func guests() throws {
        let festival = try Festival()
        for name in ["VIP", "Family"] {
            _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: name), to: festival.event)
        }
        let list = try TicketHolderList(path: Clone.festival.appending(path: "guests.csv").path)
        #expect(list.ignoredColumns.isEmpty)
        let summary = try festival.services.tickets.issue(
            .guestList(list), type: nil, of: festival.event, signingWith: festival.ring)
        #expect(summary.tickets == 200)
        #expect(summary.people == 270)
        #expect(try festival.services.ticketTypes.ticketTypes(of: festival.event).map(\.issued) == [148, 32, 20])
    }

    @Test("Tickets of a real event cannot be signed with the public demonstration key")
    func publicKey() throws {
        let festival = try Festival()
        let ring = try KeyRing.open(at: Clone.keys)
        #expect(throws: ManagementError.publicDemoKey(number: 1)) {
            _ = try festival.services.tickets.issue(
                .unnamed(1), type: festival.regular, of: festival.event, signingWith: ring)
        }
        #expect(try festival.services.tickets.ticketCount(of: festival.event) == 0)
    }
}
