import EventFixture
import Foundation
import Printing

/// The content of finished pages, read by Poppler’s command-line programs.
struct Paper {
    /// A word and its box on the page, in millimetres.
    struct Word: Hashable {
        let text: String
        let left: Double
        let top: Double
        let right: Double
        let bottom: Double

        func touches(_ other: Word) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    let pages: [[Word]]

    init(_ pdf: [UInt8]) throws {
        let html = try Sample.withFile(pdf) { try Paper.read($0, ["-bbox"]) }
        pages = html.components(separatedBy: "<page ").dropFirst().map { page in
            page.matches(of: /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/)
                .map { match in
                    let sides = [match.1, match.2, match.3, match.4].map { (Double($0) ?? .nan) / 72 * 25.4 }
                    return Word(
                        text: Paper.plain(String(match.5)), left: sides[0], top: sides[1], right: sides[2],
                        bottom: sides[3])
                }
        }
    }

    /// The whole text of all pages, with one space between every two words.
    static func text(_ pdf: [UInt8]) throws -> String {
        let text = try Sample.withFile(pdf) { try read($0) }
        return plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A picture in a file, in pixels.
    struct Picture: Hashable {
        /// `image`, or `smask` for an image’s transparency.
        let kind: String
        let width: Int
        let height: Int
        /// The smaller of the horizontal and the vertical resolution, on the first page that shows the picture.
        let dpi: Int
    }

    /// The pictures of all pages, as Poppler’s `pdfimages` lists them.
    static func pictures(_ pdf: [UInt8]) throws -> [Picture] {
        let list = try Sample.withFile(pdf) { try Tool.run("pdfimages", ["-list", $0]).requireSuccess().text }
        return list.split(separator: "\n").dropFirst(2).compactMap { line in
            // page, num, type, width, height, color, comp, bpc, enc, interp, object, ID, x-ppi, y-ppi, size, ratio
            let words = line.split(separator: " ")
            guard words.count >= 14, let width = Int(words[3]), let height = Int(words[4]), let across = Int(words[12]),
                let down = Int(words[13])
            else { return nil }
            return Picture(kind: String(words[2]), width: width, height: height, dpi: min(across, down))
        }
    }

    private static func read(_ path: String, _ options: [String] = []) throws -> String {
        try Tool.run("pdftotext", options + ["-enc", "UTF-8", path, "-"]).requireSuccess().text
    }

    /// Removes the direction marks from a text.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.filter { !(0x202A...0x202E).contains($0.value) }))
    }
}
