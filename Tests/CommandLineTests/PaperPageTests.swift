import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import eventpass

@Suite("Text pages of a printed check-in list", .lowPriority)
struct PaperPageTests {
    private static let names = [
        "Grace", "Ngũgĩ wa Thiong’o", "王秀英", "山田太郎と山田花子とその家族全員およびご友人のみなさま", "김민준",
        "Zoe\u{308} \u{5E9}\u{5DC}\u{5D5}\u{5DD}", "عبد الرحمن بن محمد بن عبد الله الأنصاري القرطبي", "नरेन्द्र",
        "👨‍👩‍👧‍👦 Ọmọ", "e\u{301}\u{302}\u{303}\u{304}", "\u{202E}turned", "ﷺ", "Ａｎｎ", "", String(repeating: "王", count: 40),
        String(repeating: "W", count: 60),
    ]

    @Test("The list’s columns stay aligned after names in any script", arguments: names)
    func columns(_ name: String) throws {
        let line = try #require(PaperListPage.lines(of: try listed(name), type: name).first)
        #expect(line.columns == 72)
        let code = try #require(line.range(of: "0000-0001"))
        #expect(String(line[..<code.lowerBound]).columns == 56)
        let heading = PaperListPage(title: name, about: "by name").header(page: 12)
        #expect(heading[0].drop { $0 == "\u{C}" }.description.columns == 69)
    }

    @Test("A name that is too wide is cut after the last character that fits, and ends with an ellipsis")
    func cut() throws {
        let lines = PaperListPage.lines(of: try listed(String(repeating: "王", count: 40)), type: "")
        let line = try #require(lines.first)
        #expect(line.contains("] " + String(repeating: " ", count: 3) + String(repeating: "王", count: 14) + "… "))
    }

    @Test("The names of a household’s guests follow the household’s line, within the page’s width and on the same page")
    func guests() throws {
        let names = (1...40).map { "Guest Number \($0)" }
        let lines = PaperListPage.lines(of: try listed("Nakato", guests: names, free: 40), type: "Guest")
        #expect(lines[0].hasPrefix("[ ]×40") && lines.dropFirst().allSatisfy { $0.columns <= 80 })
        let listed = lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        #expect(listed == names.joined(separator: ", "))
        var page = PaperListPage(title: "Wedding", about: "by name")
        var text = try (1...54).flatMap { _ in page.lines(of: try self.listed("Denis"), type: "Guest") }
        text += page.lines(of: try self.listed("Nakato", guests: ["Grace", "John"], free: 2), type: "Guest")
        let second = try #require(text.firstIndex { $0.hasPrefix("\u{C}") })
        #expect(
            text[second...].contains { $0.contains("Nakato") }
                && text[second...].contains { $0.contains("Grace, John") })
    }

    private func listed(_ name: String, guests: [String] = [], free: Int = 1) throws -> PaperListTicket {
        PaperListTicket(ticket: try ticket(name), name: name, guests: guests, remainingPeople: free)
    }

    private func ticket(_ holder: String) throws -> Ticket {
        Ticket(
            event: try #require(EventNumber(rawValue: 1)), serial: try #require(Serial(rawValue: 1)),
            type: try #require(TicketTypeNumber(rawValue: 0)), admits: .one, key: 1, holder: holder,
            issuedAt: Instant(seconds: 0))
    }
}
