import AttendeePack
import CGMime
import CICal
import EventFixture
import Foundation
import Languages
import MailFixture
import Testing
import Ticketing

@Suite("Languages of tickets", .serialized)
struct TicketLanguageTests {
    private static func ticket(in language: Language) throws -> AttendeeTicket {
        var ticket = try Sample.ticket()
        ticket.event.language = language
        ticket.event.doors = Sample.start.advanced(bySeconds: -3600)
        ticket.due = Money("20000 UGX")
        ticket.admits = try #require(Admits(rawValue: 4))
        return ticket
    }

    /// All texts that a holder gets: the two parts of the mail, the calendar entry, and the pages of the PDF formats.
    private static func texts(_ ticket: AttendeeTicket) throws -> [String: String] {
        let mail = try ReadMail(
            MailMessage.bytes(
                for: ticket, from: #require(EmailAddress(rawValue: "tickets@nile.example")), at: Sample.now))
        let calendar = ReadEntry(try CalendarEntry.text(for: ticket))
        return [
            "subject": mail.subject ?? "", "plain": String(decoding: mail.parts[0].bytes, as: UTF8.self),
            "html": String(decoding: mail.parts[1].bytes, as: UTF8.self),
            "calendar": calendar.text(ICAL_DESCRIPTION_PROPERTY) ?? "",
            "a6": try PDFReader.text(TicketPDF.pdf(of: ticket, .a6)),
            "phone": try PDFReader.text(TicketPDF.pdf(of: ticket, .phone)),
        ].mapValues { $0.replacing(/[\u{A0}\u{202F}]/, with: " ") }
    }

    @Test("In the artificial language for tests, every text of a mail, a calendar entry and a PDF is translated")
    func pseudo() throws {
        let own = [
            "New Year by the Lake", "Nile Nights", "Grace Nakato", "Lido", "Entebbe", "help@nile.example", "Regular",
            "UGX 50,000",
        ]
        for (name, text) in try Self.texts(Self.ticket(in: .pseudo)) {
            let text = name == "html" ? PseudoText.texts(ofHTML: text).joined(separator: "\n") : text
            #expect(PseudoText.untranslatedWords(in: text, except: own).isEmpty, "\(name): \(text)")
        }
    }

    @Test("A ticket in French or Swahili has its dates, amounts and words in that language, and no English words")
    func translated() throws {
        for (language, words) in [
            (Language.french, ["mardi 1er janvier 2030", "portes à 17:00", "20 000 UGX à payer à l’entrée"]),
            (.swahili, ["Jumanne 1 Januari 2030", "milango 17:00", "UGX 20,000 ya kulipa mlangoni"]),
        ] {
            let texts = try Self.texts(Self.ticket(in: language))
            for name in ["a6", "phone"] {
                for word in words { #expect(texts[name]?.contains(word) ?? false, "\(name): \(texts[name] ?? "")") }
            }
            for (name, text) in texts {
                for english in ["Tuesday", "January", "doors", "Where", "Dear", "Your ticket", "admits", "door"] {
                    #expect(!text.contains(english), "\(name): \(text)")
                }
            }
            #expect(texts["html"]?.contains("<html lang=\"\(language.rawValue)\" dir=\"ltr\">") ?? false)
        }
    }

    @Test("The HTML of a mail in a right-to-left language declares the direction rtl")
    func rightToLeft() throws {
        let texts = try Self.texts(Self.ticket(in: .pseudoRightToLeft))
        #expect(texts["html"]?.contains("<html lang=\"ar-XB\" dir=\"rtl\">") ?? false)
    }
}
