import EventFixture
import Drawing
import Foundation
import Printing

enum Sample {
    static let event: [TicketField: String] = [
        .event: "New Year by the Lake", .date: "Fri, 1 January 2027 at 18:00", .venue: "Lido", .city: "Entebbe",
        .organizer: "Nile Nights",
    ]

    /// A text as long as a token, with a token’s characters.
    static func token(_ number: Int) -> String {
        let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        var state = UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15 | 1
        return "240"
            + String(
                (0..<53).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return letters[Int(state >> 59)]
                })
    }

    static func ticket(_ number: Int, holder: String? = nil) -> PrintedTicket {
        PrintedTicket(
            code: "CODE-\(number)", token: token(number),
            fields: [
                .holder: holder ?? "Guest \(number)", .type: "Regular", .code: "CODE-\(number)", .price: "50,000 UGX",
                .number: "\(number)",
            ])
    }

    /// A ticket with a value in every field.
    static func full(_ number: Int, holder: String = "Sarah Namutebi") -> PrintedTicket {
        var ticket = ticket(number, holder: holder)
        let code = token(number).suffix(8)
        ticket.code = "\(code.prefix(4))-\(code.suffix(4))"
        ticket.fields[.code] = ticket.code
        ticket.fields[.order] = "R7QX-0\(number)"
        ticket.fields[.admits] = "1"
        ticket.fields[.sheet] = "1"
        return ticket
    }

    static let names = [
        "Sarah Namutebi", "Maximiliana Theodora von und zu Hohenlohe-Waldenburg-Schillings",
        String(repeating: "Wolfeschlegelsteinhausen Bergerdorff ", count: 28).prefix(1000).trimmingCharacters(
            in: .whitespaces),
        "محمد عبد الرحمن بن عبد الله", "שרה בת 7 לבית לוי 1948", "प्रियंका श्रीवास्तव", "", "Nguyễn Thị Ánh Nguyệt",
    ]

    static func layout(_ name: String) throws -> Layout {
        try Layout(json: Array(Data(contentsOf: folder.appending(path: "\(name).json"))))
    }

    static let folder = Project.file("Samples/Layouts")

    static func draw(
        _ tickets: [PrintedTicket], on layout: Layout, sides: TicketSheetPDF.Sides = .front,
        offset: (x: Double, y: Double) = (0, 0), backOffset: (x: Double, y: Double)? = nil,
        event: [TicketField: String] = event
    ) throws -> (pdf: [UInt8], drawn: TicketSheetPDF.RenderedPages) {
        var pdf: [UInt8] = []
        let file = try TicketSheetPDF(
            layout, event: event, artwork: [:], sides: sides, offset: offset, backOffset: backOffset
        ) { pdf += $0 }
        let imposition = Imposition(.rows, cellsPerSheet: layout.cellsPerSheet, count: tickets.count)
        for sheet in 0..<imposition.sheets {
            try file.add(imposition.positions(onSheet: sheet).map { $0.map { tickets[$0] } })
        }
        let drawn = try file.finish()
        return (pdf, drawn)
    }

    /// Writes these bytes to a temporary file, and passes the path of the file to a closure.
    static func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appending(path: "eventpass-\(UUID().uuidString).pdf").path
        try Data(bytes).write(to: URL(filePath: path))
        defer { unlink(path) }
        return try body(path)
    }
}
