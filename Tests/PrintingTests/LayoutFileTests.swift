import Drawing
import EventFixture
import Foundation
@testable import Printing
import Testing

@Suite("Layout files")
struct LayoutFileTests {
    /// The parts of a valid file. Each test case damages one of these parts.
    private static let page = #""page": { "width": 90, "height": 50 }"#
    private static let symbol = #"{ "symbol": "token", "x": 2, "y": 5, "width": 40, "height": 40 }"#
    private static let text = #"{ "text": "{holder}", "x": 45, "y": 5, "width": 40, "height": 10, "size": 10 }"#

    private static func file(_ keys: String...) -> String {
        "{\n" + ([#""title": "T""#] + keys).joined(separator: ",\n") + "\n}"
    }

    private static func front(_ boxes: String...) -> String {
        file(page, "\"front\": [\n\(boxes.joined(separator: ",\n"))\n]")
    }

    private func faults(_ json: String) -> [String] {
        do {
            _ = try Layout(json: Array(json.utf8))
            return []
        } catch {
            guard case .invalid(let faults) = error else { return ["\(error)"] }
            return faults.map(\.description)
        }
    }

    @Test("A valid file has no fault, and omitted keys have the documented defaults")
    func right() throws {
        let layout = try Layout(json: Array(LayoutFileTests.front(LayoutFileTests.symbol, LayoutFileTests.text).utf8))
        #expect(layout.dpi == 300 && layout.marks == .none && layout.back.isEmpty)
        #expect(layout.grid.count == 1 && layout.ticket == layout.page && layout.origin(ofCell: 0) == (0, 0))
        guard case .symbol(let style) = layout.front[0].content,
            case .text(_, let text, let colour) = layout.front[1].content
        else {
            Issue.record("the boxes differ")
            return
        }
        #expect(style == SymbolStyle(level: .medium, quietZone: 4))
        #expect(text == FittedText.Style(font: Font(size: 10), smallest: 10) && colour == .black)
        let bare = try Layout(json: Array(LayoutFileTests.file(LayoutFileTests.page).utf8))
        #expect(bare.front.count == 6, "the standard face: a symbol and five lines")
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let file: String
        /// The beginning of the first fault’s text: the fault’s place in the file, and a description.
        let fault: String

        init(_ file: String, _ fault: String) { (self.file, self.fault) = (file, fault) }

        var testDescription: String { fault }
    }

    @Test(
        "An invalid file is refused, and the error says where in the file the fault is",
        arguments: [
            Wrong(file(page, #""tittle": "T""#), "unknown key “tittle”; the keys are title, "),
            Wrong(front(text.replacing("size", with: "sise")), "front[0]: unknown key “sise”"),
            Wrong(
                file(page, #""grid": { "columns": 1, "rows": 1, "left": 0, "top": 0, "gap": 1 }"#),
                "grid: unknown key “gap”; the keys are columns, "),
            Wrong(file(#""page": { "width": 90, "height": 50, "depth": 1 }"#), "page: unknown key “depth”"),
            Wrong(file(), "page: is missing"),
            Wrong("{ \(page) }", "title: is missing"),
            Wrong(file(#""page": { "width": 90 }"#), "page.height: is missing"),
            Wrong(file(page, #""grid": { "columns": 1, "rows": 1, "left": 0 }"#), "grid.top: is missing"),
            Wrong(front(text.replacing(#", "size": 10"#, with: "")), "front[0].size: is missing"),
            Wrong(front(symbol, text.replacing(#""x": 45, "#, with: "")), "front[1].x: is missing"),
            Wrong(file(#""page": { "width": "90", "height": 50 }"#), "page.width: must be a number"),
            Wrong(file(page, #""dpi": null, "marks": 3"#), "marks: must be a text"),
            Wrong(file(page, #""front": {}"#), "front: must be a list"),
            Wrong(file(#""page": [90, 50]"#), "page: must be an object"),
            Wrong(
                file(page, #""grid": { "columns": 1.5, "rows": 1, "left": 0, "top": 0 }"#),
                "grid.columns: must be a whole number"
            ),
            Wrong(file(page, #""front": []"#), "front: has no box"),
            Wrong(file(page, #""bleed": 11"#), "bleed: is 11 mm but must be 0 to 10"),
            Wrong(file(page, #""bleed": 3"#), "bleed: is 3 mm, but the smallest margin around the tickets is 0 mm"),
            Wrong(
                file(
                    #""page": { "width": 200, "height": 60 }, "ticket": { "width": 90, "height": 50 }"#,
                    #""grid": { "columns": 2, "rows": 1, "left": 5, "top": 5, "column_gap": 5 }, "bleed": 3"#),
                "grid.column_gap: is 5 mm but must be at least 6, twice the bleed"),
            Wrong(
                file(
                    #""page": { "width": 98, "height": 58 }, "ticket": { "width": 90, "height": 50 }"#,
                    #""grid": { "columns": 1, "rows": 1, "left": 4, "top": 4 }, "bleed": 3, "marks": "crop""#),
                "marks: is crop, but only 1 mm are left outside the bleed; crop marks need at least 2 mm"),
            Wrong(
                file(
                    #""page": { "width": 100, "height": 60 }, "ticket": { "width": 90, "height": 50 }"#,
                    #""grid": { "columns": 1, "rows": 1, "left": 5, "top": 5 }, "bleed": 3"#,
                    ##""front": [{ "fill": "#000000", "x": -4, "y": 0, "width": 9, "height": 9 }]"##),
                "front[0]: extends from -4,0 to 5,9 mm, but the ticket is 90×50 mm with 3 mm of bleed"),
            Wrong(
                file(
                    #""page": { "width": 100, "height": 60 }, "ticket": { "width": 90, "height": 50 }"#,
                    #""grid": { "columns": 1, "rows": 1, "left": 5, "top": 5 }, "bleed": 3, "marks": "outline""#),
                "marks: is outline, which would print a line along the cut"),
            Wrong(file(page, #""marks": "scissors""#), "marks: is “scissors” but must be one of none, crop, outline"),
            Wrong(
                front(text.replacing(#""size""#, with: #""align": "center", "size""#)),
                "front[0].align: is “center” but must be one of start, centre, end"),
            Wrong(
                front(text.replacing(#""size""#, with: #""turn": 45, "size""#)),
                "front[0].turn: is “45” but must be one of 0, 90, 180, 270"),
            Wrong(
                front(symbol.replacing("}", with: #", "level": "Z" }"#)), "front[0].level: is “Z” but must be one of "),
            Wrong(
                front(text.replacing(#""size""#, with: #""colour": "orange", "size""#)),
                "front[0].colour: a colour has the form #rrggbb"),
            Wrong(
                front(text.replacing(#""size""#, with: ##""colour": "#+12345", "size""##)),
                "front[0].colour: a colour has the form #rrggbb"),
            Wrong(
                front(text.replacing("{holder}", with: "{seat}")),
                "front[0].text: unknown field {seat}; the fields are {event} "),
            Wrong(front(text.replacing("{holder}", with: "{holder")), "front[0].text: unclosed {"),
            Wrong(front(text.replacing("{holder}", with: "holder}")), "front[0].text: unmatched }"),
            Wrong(
                front(symbol.replacing("token", with: "code")),
                "front[0].symbol: a symbol contains the ticket's token"),
            Wrong(
                front(#"{ "x": 0, "y": 0, "width": 9, "height": 9 }"#),
                "front[0]: a box must have exactly one of text, symbol, "),
            Wrong(
                front(text.replacing(#""x""#, with: ##""fill": "#000000", "x""##)),
                "front[0]: a box must have exactly one of text, symbol, picture, fill, perforation; "
                    + "this box has text and fill"),
            Wrong(
                front(symbol.replacing("}", with: #", "size": 9 }"#)),
                "front[0]: “size” is only for a box with “text”, but this box has “symbol”"),
            Wrong(
                front(text.replacing(#""size""#, with: #""quiet_zone": 4, "size""#)),
                "front[0]: “quiet_zone” is only for a box with “symbol”, but this box has “text”"),
            Wrong(front(symbol.replacing("}", with: #", "quiet_zone": 3 }"#)), "front[0]: quiet_zone is 3 modules"),
            Wrong(
                front(text.replacing(#""width": 40"#, with: #""width": 45.01"#)),
                "front[0]: extends from 45,5 to 90.01,15 mm, but the ticket is 90×50 mm"),
            Wrong(
                front(text.replacing(#""x": 45"#, with: #""x": -0.5"#)),
                "front[0]: extends from -0.5,5 to 39.5,15 mm"),
            Wrong(front(text.replacing(#""width": 40"#, with: #""width": 0"#)), "front[0]: has no size"),
            Wrong(
                front(text.replacing(#""width": 40"#, with: #""width": 1e300"#)),
                "front[0]: extends from 45,5 to 1e+300,15 mm"),
            Wrong(
                front(Array(repeating: symbol, count: 201).joined(separator: ",")),
                "front: has 201 boxes but may have at most 200"),
            Wrong(
                front(text, text.replacing(#""y": 5"#, with: #""y": 14.9"#)),
                "front[1]: overlaps front[0]: a text and a text must not overlap"),
            Wrong(
                front(symbol, text.replacing(#""x": 45"#, with: #""x": 41.9"#)),
                "front[1]: overlaps front[0]: a text and a symbol with its quiet zone"),
            Wrong(
                front(##"{ "fill": "#ffffff", "x": 0, "y": 0, "width": 90, "height": 50 }"##, symbol),
                "front[1]: overlaps front[0]: a symbol with its quiet zone and a filled box"),
            Wrong(
                front(symbol, ##"{ "perforation": "#000000", "x": 41.5, "y": 0, "width": 1, "height": 50 }"##),
                "front[1]: overlaps front[0]: a perforation and a symbol"),
            Wrong(
                front(symbol, #"{ "picture": "logo.svg", "x": 40, "y": 40, "width": 10, "height": 10 }"#),
                "front[1]: overlaps front[0]: a picture and a symbol"),
            Wrong(
                front(text, ##"{ "fill": "#ff7a00", "x": 0, "y": 0, "width": 90, "height": 50 }"##),
                "front[1]: overlaps front[0]: a filled box and a text"),
            Wrong(front(text.replacing(#""size": 10"#, with: #""size": 0"#)), "front[0]: size is 0 points"),
            Wrong(
                front(text.replacing(#""size""#, with: #""turn": 4.5, "size""#)),
                "front[0].turn: must be a whole number"),
            Wrong(front(text.replacing(#""size""#, with: #""lines": 0, "size""#)), "front[0]: lines is 0"),
            Wrong(
                front(text.replacing(#""size""#, with: #""smallest": 0, "size""#)), "front[0]: smallest must be above 0"
            ),
            Wrong(
                file(page, #""marks": "outline""#, "\"front\": [\(symbol.replacing(#""x": 2"#, with: #""x": 0.1"#))]"),
                "front[0]: is at the ticket's edge"),
            Wrong(file(#""page": { "width": 4, "height": 50 }"#), "page.width: is 4 mm but must be 5 to 2000"),
            Wrong(file(#""page": { "width": 1e300, "height": 50 }"#), "page.width: is 1e+300 mm but must be 5 to 2000"),
            Wrong(file(page, #""dpi": 72"#), "dpi: is 72 but must be 100 to 2400"),
            Wrong(
                file(page, #""grid": { "columns": 0, "rows": 1, "left": 0, "top": 0 }"#),
                "grid.columns: is 0 but must be 1 to 100"),
            Wrong(
                file(page, #""grid": { "columns": 1, "rows": 1, "left": -1.5, "top": 0 }"#),
                "grid.left: is -1.5 mm but must be at least 0"),
            Wrong(
                file(page, #""grid": { "columns": 2, "rows": 1, "left": 0, "top": 0 }"#),
                "grid: a row of 2 tickets ends at 180 mm, but the page is 90 mm wide"),
            Wrong(
                file(page, #""grid": { "columns": 1, "rows": 3, "left": 0, "top": 0, "row_gap": 2 }"#),
                "grid: a column of 3 tickets ends at 154 mm, but the page is 50 mm high"),
            Wrong(
                file(
                    #""page": { "width": 90, "height": 100 }, "ticket": { "width": 80, "height": 50 }"#,
                    #""grid": { "columns": 1, "rows": 1, "left": 2, "top": 0 }"#,
                    "\"back\": [\(text.replacing("40", with: "30"))]"),
                "back: the margins left and right of the tickets are 2 and 8 mm, so front and back would not align"),
        ])
    func wrong(_ wrong: Wrong) {
        let faults = faults(wrong.file)
        #expect(faults.count == 1, "\(faults)")
        #expect(faults.first?.hasPrefix(wrong.fault) == true, "\(faults)")
    }

    @Test(
        "Malformed JSON is refused with the line number",
        arguments: [
            Wrong(#"{ "title": "T", }"#, "line 1: invalid JSON: a key in quotes is missing"),
            Wrong("{\n\"title\": \"T\"\n\"dpi\": 300 }", "line 3: invalid JSON: a , or } is missing"),
            Wrong("{\n\"title\" \"T\" }", "line 2: invalid JSON: a : is missing"),
            Wrong("{ \"front\": [\n{}\n{} ] }", "line 3: invalid JSON: a , or ] is missing"),
            Wrong("{\n\n\"dpi\": 300mm }", "line 3: invalid JSON: “300mm” is not a value"),
            Wrong("{\n\"title\": \"T\",\n\"dpi\": 1e999 }", "line 3: invalid JSON: “1e999” is out of range"),
            Wrong("{\n\"dpi\": 0300 }", "line 2: invalid JSON: “0300” is not a value"),
            Wrong("{\n\"title\": \"C:\\Tickets\" }", "line 2: invalid JSON: a single \\"),
            Wrong(
                "{\n\"title\": \"\\ud800\" }",
                "line 2: invalid JSON: \\ud800 is half of a surrogate pair: the other half is missing"),
            Wrong(
                "{\n\n\"title\": \"\\ud83c\\u0041\" }",
                "line 3: invalid JSON: \\ud83c is half of a surrogate pair: the other half is missing"),
            Wrong("{\n\"dpi\": , }", "line 2: invalid JSON: a value is missing"),
            Wrong("{\n\"title\": \"T\n\" }", "line 2: invalid JSON: a quoted text does not end on its line"),
            Wrong("{\n\"title\": \"T\" }\n}", "line 3: invalid JSON: unexpected text after the last }"),
            Wrong("{\n\"title\": \"T", "line 2: invalid JSON: the file ends too early"),
            Wrong("", "line 1: invalid JSON: the file ends too early"),
            Wrong("title = T", "line 1: invalid JSON: “title” is not a value"),
            Wrong(String(repeating: "[", count: 100_000), "line 1: invalid JSON: it is nested too deeply"),
        ])
    func notJSON(_ wrong: Wrong) {
        #expect(faults(wrong.file).count == 1)
        #expect(faults(wrong.file).first?.hasPrefix(wrong.fault) == true, "\(faults(wrong.file))")
    }

    @Test(
        "A key that appears twice in one object is refused with both line numbers; two objects can have the same key",
        arguments: [
            Wrong(
                "{\n\"dpi\": 300,\n\"dpi\": 600 }",
                "line 3: the key “dpi” appears twice; the first is on line 2"),
            Wrong(
                "{\n\"page\": { \"width\": 90,\n\"width\": 90 } }",
                "line 3: the key “width” appears twice; the first is on line 2"),
            Wrong(
                "{ \"front\": [ {}, { \"x\": 1,\n\"y\": 2,\n\"\\u0078\": 1 } ] }",
                "line 3: the key “x” appears twice; the first is on line 1"),
            Wrong(
                "{ \"page\": { \"width\": 90 },\n\"ticket\": { \"width\": 90 } }", "page.height: is missing"),
        ])
    func twice(_ wrong: Wrong) { #expect(faults(wrong.file) == [wrong.fault]) }

    @Test("A Latin-1 file from an old editor is refused with the line number")
    func latin1() {
        let bytes = Array("{\n\"title\": \"F\u{EA}te\",\n\"page\": 0 }".unicodeScalars.map { UInt8($0.value) })
        #expect {
            _ = try Layout(json: bytes)
        } throws: { "\($0)" == "line 2: invalid JSON: it is not valid UTF-8" }
    }

    @Test("A damaged file is either read or refused with a reason, and never crashes the program")
    func damaged() throws {
        var generator = SeededGenerator(for: "damaged layouts")
        let file = Array(try Data(contentsOf: Sample.folder.appending(path: "a4-10.json")))
        let pieces = [
            "1e300", "-1e300", "-0", "1e-300", "null", "true", "{", "}", "[", "]", "\"", ",", "9", "{holder}", "\u{0}",
            "-", ".",
        ]
        var (read, refused) = (0, 0)
        for _ in 0..<250 {
            var bytes = file
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                // Most changes are at the start of a value, because changes elsewhere break the JSON.
                let values = bytes.indices.filter { $0 > 1 && bytes[$0 - 2] == UInt8(ascii: ":") }
                guard
                    let start = (Bool.random(using: &generator) ? values : Array(bytes.indices)).randomElement(
                        using: &generator)
                else { continue }
                let end = bytes[start...].firstIndex { ", }".utf8.contains($0) } ?? bytes.endIndex
                bytes.replaceSubrange(
                    start..<(Bool.random(using: &generator) ? end : start),
                    with: Array(pieces.randomElement(using: &generator)!.utf8))
            }
            do {
                _ = try Layout(json: bytes)
                read += 1
            } catch {
                refused += 1
                guard case .invalid(let faults) = error, let fault = faults.first,
                    !fault.path.isEmpty
                        || ["line ", "unknown key"].contains(where: { fault.message.english.hasPrefix($0) })
                else {
                    Issue.record("\(error) names no place: \(String(decoding: bytes, as: UTF8.self))")
                    return
                }
            }
        }
        #expect(read > 0 && refused > 25)
    }

    @Test("Several faults are reported at once, each with its location")
    func several() {
        let far = LayoutFileTests.text.replacing(#""x": 45"#, with: #""x": 60"#)
        let found = faults(LayoutFileTests.front(far, LayoutFileTests.symbol.replacing(#""y": 5"#, with: #""y": 20"#)))
        #expect(found.map { String($0.prefix(8)) } == ["front[0]", "front[1]"])
    }

    @Test("If a box is too small for its symbol, an error names the ticket and the required millimetres")
    func tooSmall() throws {
        func error(dpi: Int, side: Double) throws -> String {
            let box = #"{ "symbol": "token", "x": 0, "y": 0, "width": \#(side), "height": \#(side) }"#
            let layout = try Layout(
                json: Array(LayoutFileTests.file(LayoutFileTests.page, "\"dpi\": \(dpi)", "\"front\": [\(box)]").utf8))
            do {
                _ = try Sample.draw([Sample.ticket(7)], on: layout)
                return "none"
            } catch { return "\(error)" }
        }
        // Each row of the symbol has 29 modules, and a quiet zone of 4 modules at either end. A module is 3 dots wide.
        #expect(
            try error(dpi: 300, side: 9.3)
                == "ticket CODE-7: the box of the symbol is too small: 37 modules need 9.4 mm at 300 dpi to be scanned")
        #expect(try error(dpi: 300, side: 9.4) == "none")
        #expect(
            try error(dpi: 203, side: 13.8)
                == "ticket CODE-7: the box of the symbol is too small: 37 modules need 13.89 mm at 203 dpi to be scanned"
        )
        #expect(try error(dpi: 203, side: 13.9) == "none")
    }

    @Test("On portrait and landscape paper, each ticket’s back is printed behind its front")
    func behind() throws {
        for (width, height) in [(90.0, 140.0), (140.0, 90.0)] {
            let back = #"{ "symbol": "token", "x": 0, "y": 0, "width": 30, "height": 30 }"#
            let layout = try Layout(
                json: Array(
                    LayoutFileTests.file(
                        #""page": { "width": \#(width), "height": \#(height) }, "ticket": { "width": 30, "height": 30 }"#,
                        #""grid": { "columns": 2, "rows": 2, "left": \#((width - 62) / 2), "top": \#((height - 62) / 2), "column_gap": 2, "row_gap": 2 }"#,
                        "\"front\": [\(back)], \"back\": [\(back)]"
                    ).utf8))
            for cell in 0..<4 {
                let (front, behind) = (layout.origin(ofCell: cell), layout.origin(ofCell: layout.cell(behind: cell)))
                // A printer turns the paper over along its long edge. On upright paper, this swaps left and right; on
                // landscape paper, it swaps top and bottom.
                let isUpright = height > width
                #expect(abs((isUpright ? width - 30 - front.x : front.x) - behind.x) < 1e-9)
                #expect(abs((isUpright ? front.y : height - 30 - front.y) - behind.y) < 1e-9)
            }
        }
    }

    @Test("Text next to an empty field is omitted together with the field")
    func templates() throws {
        func text(_ template: String, _ fields: [TicketField: String]) throws -> String {
            // Removes the isolate characters, which separate a name’s writing direction from the text around it.
            String(
                try TextTemplate(template).text { fields[$0] }.unicodeScalars.filter {
                    !(0x2066...0x2069).contains($0.value)
                })
        }
        #expect(try text("{venue}, {city}", [.venue: "Lido", .city: "Entebbe"]) == "Lido, Entebbe")
        #expect(try text("{venue}, {city}", [.venue: "Lido"]) == "Lido")
        #expect(try text("{venue}, {city}", [.city: "Entebbe"]) == "Entebbe")
        #expect(try text("No. {number}", [:]) == "")
        #expect(try text("No. {number}", [.number: "7"]) == "No. 7")
        #expect(try text("{type} ({admits})", [.type: "Family"]) == "Family")
        #expect(try text("{type} ({admits})", [.type: "Family", .admits: "4"]) == "Family (4)")
        #expect(try text("{type}, {order}, {holder}", [.type: "A", .holder: "B"]) == "A, B")
        #expect(try text("{{{type}}}", [.type: "A"]) == "{A}")
        #expect(try text("ADMIT ONE", [:]) == "ADMIT ONE")
        #expect(try text("{holder}\n", [.holder: "\u{202E}A\nB\u{0}"]) == "A B\n")
    }

    @Test(
        """
        Direction marks stay in the program’s own sentences, but not in names; fields in one text follow the page’s \
        direction
        """)
    func directions() throws {
        let marked = "\u{202E}x\u{202C}"
        let sentence = try TextTemplate("{people}").text { _ in marked }
        let name = try TextTemplate("{holder}").text { _ in marked }
        #expect(sentence == marked && name == "x")
        #expect(TextTemplate.isolated("\u{202E}x\n") == "\u{2068}x \u{2069}")
        let fields = try TextTemplate("{type}, {holder}")
        let (left, right) = (fields.text { _ in "x" }, fields.text(in: .rightToLeft) { _ in "x" })
        #expect(left == "\u{2066}\u{2068}x\u{2069}, \u{2068}x\u{2069}\u{2069}")
        #expect(right == "\u{2067}\u{2068}x\u{2069}, \u{2068}x\u{2069}\u{2069}")
        // Venue and city are isolated together, so that a place in Latin letters keeps its order, as on web pages.
        let place = try TextTemplate("{event}: {venue}, {address}, {city}").text(in: .rightToLeft) { field in
            field == .address ? nil : "x"
        }
        #expect(place == "\u{2067}\u{2068}x\u{2069}: \u{2068}x, x\u{2069}\u{2069}")
        let empty = fields.text(in: .rightToLeft) { _ in nil }
        #expect(empty.isEmpty)
    }

    @Test("Documented example layouts are valid, and the documentation names every key, choice and field")
    func documented() throws {
        let docs = Sample.folder.appending(path: "../../Docs/Printing.md").standardized
        let page = try String(contentsOf: docs, encoding: .utf8)
        let examples = page.components(separatedBy: "```json\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(examples.count >= 2)
        for json in examples { #expect(faults(json) == [], "\(json)") }
        let keys =
            faults(LayoutFileTests.file(LayoutFileTests.page, #""no": 1"#))
            + faults(LayoutFileTests.front(#"{ "no": 1 }"#))
            + faults(LayoutFileTests.file(LayoutFileTests.page, #""grid": { "no": 1 }"#))
        let names = keys.flatMap {
            ($0.components(separatedBy: "the keys are ").last ?? "").components(separatedBy: ", ")
        }
        #expect(names.count > 30)
        for name in names {
            #expect(page.contains("`\(name)`") || page.contains("`\"\(name)\": "), "\(name) is not in Docs/Printing.md")
        }
        for field in TicketField.allCases { #expect(page.contains("`{\(field.rawValue)}`"), "\(field)") }
        for marks in Layout.Marks.allCases { #expect(page.contains("`\(marks.rawValue)`"), "\(marks)") }
    }
}
