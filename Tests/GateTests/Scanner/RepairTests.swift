import EventFixture
import Gate
import KeyboardFixture
import TicketToken
import Testing
import Ticketing

/// A scanner types like a keyboard. If the computer and the scanner are set to different keyboard layouts, the computer
/// receives other characters than the scanner sent. The gate then repairs the text: it converts the characters back.
@Suite("Tickets typed with other keyboard layouts", .everyEngine)
struct RepairTests {
    @Test(
        "A ticket typed with different layouts is admitted once; a verdict names the layout if the text was repaired")
    func sameOutcome() throws {
        let festival = try Festival()
        // The token must contain characters that German, Czech and French layouts type differently from a US layout.
        let tokens = try festival.issue(64)
        let token = try #require(tokens.first { $0.contains("Y") && $0.contains("6") && $0.contains("W") })
        let gate = try festival.gate()
        let hosts: [(String, KeyboardLayout?)] = [
            ("fr", .french), ("de", .german), ("ru", .russian), ("us", nil), ("be", .belgian), ("ch", .german),
            ("cz", .czech), ("tr", nil), ("dk", nil),
        ]
        for (index, (host, layout)) in hosts.enumerated() {
            for capsLock in [false, true] {
                let typed = try KeyboardHost(host).type("]Q1" + token + "\r", capsLock: capsLock)
                let verdict = gate.decide(Scan(typed))
                let isFirst = index == 0 && !capsLock
                #expect(verdict.outcome == (isFirst ? .admit(again: false) : .repeat), "\(typed)")
                #expect(verdict.repairedLayout == layout, "\(typed)")
            }
        }
        let out = gate.decide(Scan(try KeyboardHost("cz").type(token), direction: .exit))
        #expect(out.outcome == .exit && out.repairedLayout == .czech)
    }

    @Test("A retry that is typed with another keyboard layout gets the verdict of the first request")
    func sameRequest() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        for host in ["us", "fr", "ru"] {
            let scan = Scan(try KeyboardHost(host).type(token), requestID: "a")
            #expect(gate.decide(scan).outcome == .admit(again: false), "\(host)")
        }
    }

    @Test("A ticket of another event is refused as wrongEvent, even if it was typed with another layout")
    func wrongEvent() throws {
        let festival = try Festival()
        let event = try #require(EventNumber(rawValue: festival.event.number.rawValue ^ 1))
        let claims = TicketClaims(
            suite: .hmac, key: try #require(festival.ring.signingKey).number, event: event,
            serial: try #require(Serial(rawValue: 7)), type: festival.regular.number)
        let token = try TicketSigner(festival.ring).sign(claims)
        let verdict = try festival.gate().decide(Scan(try KeyboardHost("ru").type(token)))
        #expect(verdict.outcome == .refuse(.wrongEvent(event, title: nil, start: nil)))
        #expect(verdict.repairedLayout == .russian)
    }

    @Test("A forged ticket is refused with every layout, and no verdict names a layout")
    func forged() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let forged = String(token.dropLast()) + (token.hasSuffix("0") ? "1" : "0")
        let gate = try festival.gate()
        for host in ["us", "fr", "ru", "cz", "es"] {
            let verdict = gate.decide(Scan(try KeyboardHost(host).type("]Q1" + forged + "\t")))
            #expect(verdict.outcome == .refuse(.badSignature) && verdict.repairedLayout == nil, "\(host)")
        }
    }

    @Test("A scan of a megabyte is refused because of its length, and the next ticket is admitted")
    func megabyte() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let gate = try festival.gate()
        let paste = Array(repeating: Array(token.utf8), count: 18000).flatMap(\.self)
        #expect(
            gate.decide(Scan(bytes: paste)).outcome
                == .refuse(.malformed(.tooLong(limit: 256))))
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
    }
}
