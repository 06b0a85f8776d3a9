import EventFixture
import Foundation
import Gate
import Languages
import Testing
import Ticketing

@testable import WebHost

@Suite("Languages of gate pages", .serving)
struct GateLanguageTests {
    @Test("The scripts of all pages use only texts from the catalogue, and contain no sentences themselves")
    func scripts() throws {
        let known = Set(GatePageSentence.allCases.map { "\($0)" } + ["notDecided", "undecided"])
        var used: Set<String> = []
        let scripts = Assets.embedded.files.keys.filter { $0.hasSuffix(".js") }.sorted()
        #expect(scripts.count > 20 && scripts.contains("scripts/upload.js"))
        for name in scripts {
            let source = Assets.embedded.text(name)
            let script = try #require(source, "\(name)")
            // Visitors do not see the messages of `Error` objects, so these messages are not checked.
            let code = script.split(separator: "\n").filter {
                !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") && !$0.contains(/new (Type)?Error\(/)
            }.joined(separator: "\n")
            used.formUnion(code.matches(of: /\btext\("(\w+)"/).map { String($0.1) })
            for choice in code.matches(of: /\btext\([^"()]*\? "(\w+)" : "(\w+)"\)/) {
                used.formUnion([String(choice.1), String(choice.2)])
            }
            let literals = code.matches(of: /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/).map { String($0.0.dropFirst().dropLast()) }
            let sentences = literals.filter {
                $0.contains(/[A-Za-z] [A-Za-z]/) && !$0.hasPrefix("/") && !$0.hasPrefix("${base}")
            }
            // These texts are not sentences, but classes, selectors and other names.
            let others = [
                "scan undoable", "badge yellow", "button plain", "#errors a", "tbody input[name=row]", "a href",
                "use href", "main form.search input:not([type=hidden])", "img src", "img srcset", "source srcset",
                "several tickets", "Decided too late",
            ]
            #expect(sentences.allSatisfy(others.contains), "\(name): \(sentences)")
        }
        #expect(used.count > 20 && used.subtracting(known).isEmpty, "\(used.subtracting(known))")
        let styles = Assets.embedded.files.keys.filter { $0.hasPrefix("styles/") }
        #expect(styles.allSatisfy { Assets.embedded.text($0)?.contains(/content: "[A-Za-z]/) == false })
    }

    @Test("In the test language en-XA, every text of a gate's pages comes from the catalogue or from the event")
    func pseudo() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        _ = try festival.services.tickets.issue(
            .person(holder: "Kay", email: nil, note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        let code = try #require(
            festival.services.tickets.tickets(of: festival.event, matching: .holder("Kay"), limit: 1).first?.code)
        let pairing = try festival.services.devices.createPairing(to: festival.event, gate: "North", name: nil).0
        try await festival.serve { door async throws in
            let pseudo = door.speaking("en-XA")
            let place = "gate=North&sub_event="
            let gatePages = [
                ("gate", try await pseudo.get("?gate=North")),
                ("list", try await pseudo.get("/gate")),
                ("admitted", try await pseudo.form("check", "request=r1&\(place)&text=\(tokens[0])")),
                ("refused", try await pseudo.form("check", "request=r2&gate=South&text=\(tokens[0])")),
                ("found", try await pseudo.form("find", "\(place)&direction=exit&text=kay")),
                ("nothing found", try await pseudo.form("find", "\(place)&text=zzz")),
                ("code", try await pseudo.form("check", "request=r3&\(place)&text=\(code)")),
            ]
            let pairingPages = [
                ("pairing", try await pseudo.get("/pair")),
                ("wrong code", try await pseudo.form("/pair", "code=x&name=Kay")),
                ("unknown code", try await pseudo.form("/pair", "code=ABCD2345&name=Kay")),
                ("wrong name", try await pseudo.form("/pair", "code=\(pairing)&name=%07")),
            ]
            for (name, page) in gatePages + pairingPages { Self.check(try #require(page), festival.event, name) }
            // The inputs for pairing contain only the texts that this test has sent.
            for (name, page) in gatePages {
                let values = PseudoText.values(ofHTML: try #require(page).body)
                #expect(!values.isEmpty, "\(name)")
                let text = values.joined(separator: "\n")
                // The proposed name of a gate is the same in every language.
                let words = PseudoText.untranslatedWords(in: text, except: name == "list" ? ["Entrance"] : [])
                #expect(words.isEmpty, "\(name): \(values)")
            }
        }
    }

    @Test("Phones with different languages propose the same gate: one that the event already has, or else “Entrance”")
    func proposedName() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        try await festival.serve { door async throws in
            func expectProposal(_ name: String) async throws {
                for language in ["en", "fr", "sw"] {
                    let page = try #require(try await door.speaking(language).get("/gate")).body
                    #expect(page.contains(#"name="gate" value="\#(name)""#), "\(name) \(language)")
                }
            }
            try await expectProposal("Entrance")
            try festival.services.gates.setLandmark(
                GateLandmark(gate: "West", text: "by the fountain"), of: festival.event)
            try await expectProposal("West")
            for (token, gate) in zip(tokens, ["South", "Entrée"]) {
                festival.clock.advance(bySeconds: 1)
                let reply = try #require(try await door.scan(token, gate: gate))
                #expect(reply.status == 200, "\(reply.body)")
                try await expectProposal(gate)
            }
            _ = try festival.pairedPhone(named: "Phone 1")
            try await expectProposal("North")
        }
    }

    @Test("If a scanner types on a Russian keyboard, a French gate page says so in French; JSON has a fixed name")
    func layout() async throws {
        let festival = try Festival()
        let (us, russian) = (KeyboardLayout.us.keys, KeyboardLayout.russian.keys)
        let characters = Dictionary(zip(us.plain + us.shifted, russian.plain + russian.shifted)) { first, _ in first }
        let typed = try festival.issue(2).map { token in String(token.compactMap { characters[$0] }) }
        let text = try #require(typed[0].addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        try await festival.serve { door async throws in
            let french = door.speaking("fr")
            let page = try #require(try await french.form("check", "request=r1&gate=North&text=\(text)"))
            #expect(page.body.contains("Corrigé depuis le clavier russe"), "\(page.body)")
            let reply = try #require(try await french.scan(typed[1]))
            #expect(try reply.text("repaired") == "Russian")
            #expect(reply.body.contains("clavier russe"), "\(reply.body)")
        }
    }

    private static func check(_ page: GateReply, _ event: Event, _ name: String) {
        let details = event.details
        let own = [details.title, details.venue, details.city, "North", "South", "Regular", "Kay", "zzz", "ABCD2345"]
            .compactMap(\.self)
        let text = PseudoText.texts(ofHTML: page.body).joined(separator: "\n")
        let words = PseudoText.untranslatedWords(in: text, except: own)
        #expect(words.isEmpty, "\(name)")
        #expect(page.body.contains("lang=\"en-XA\" dir=\"ltr\""), "\(name): \(page.status)")
    }
}
