import EventFixture
import Foundation
import Languages
import Testing
import Ticketing

@testable import PrintShop

@Suite("Posters to print")
struct PosterPrinterTests {
    private let festival: Festival
    private let folder: TemporaryFolder
    private let url = "https://tickets.example.org/events/nile-nights"

    init() throws {
        festival = try Festival()
        folder = try TemporaryFolder()
    }

    private func pdf(_ picture: [UInt8]?, on paper: PosterPrinter.Paper, title: String? = nil) throws -> [UInt8] {
        let event = festival.event.with { event in
            if let title { event.details.title = title }
        }
        return try PosterPrinter.pdf(
            of: event, organizer: "Nile Nights", picture: picture, accent: Colour("#2f6690"), leadingTo: url, on: paper,
            in: .english,
            workingIn: folder.path)
    }

    @Test("A poster can be made in both paper sizes, with and without a picture, and is the same each time")
    func released() throws {
        let picture = SamplePicture(width: 1200, height: 1500).jpeg
        for paper in PosterPrinter.Paper.allCases {
            for file in [picture, nil] {
                let bytes = try pdf(file, on: paper)
                #expect(bytes.starts(with: "%PDF-".utf8))
                #expect(bytes == (try pdf(file, on: paper)))
            }
        }
        let long = String(repeating: "Wolfeschlegelsteinhausen ", count: 12)
        #expect(try !pdf(picture, on: .a4, title: long).isEmpty)
    }

    @Test("A poster is refused if its QR symbol contains another URL, or if it has no readable symbol")
    func refused() throws {
        let bytes = try pdf(nil, on: .a4)
        try PosterPrinter.check(bytes, leadsTo: url, workingIn: folder.path)
        #expect(throws: PosterPrinterError.unreadable) {
            try PosterPrinter.check(bytes, leadsTo: url + "-2", workingIn: folder.path)
        }
        #expect(throws: PosterPrinterError.unreadable) {
            try PosterPrinter.check(Array(bytes.prefix(200)), leadsTo: url, workingIn: folder.path)
        }
        // The check has removed its temporary files.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
}
