import FileAccess
import Drawing
import Foundation
import Languages
import QRSymbol

extension Layout {
    /// Reads a layout from JSON and checks it.
    ///
    /// - Throws: `LayoutError.invalid` with the first fault of the JSON or, if the JSON can be read, with all faults of
    ///   its values.
    public init(json: [UInt8]) throws(LayoutError) {
        if let stop = JSONValidator.firstFault(in: json) {
            throw .invalid([
                LayoutError.Fault(path: "", .atLine, ["line": "\(stop.line)", "fault": .sentence(stop.sentence)])
            ])
        }
        let file: LayoutFile
        do {
            file = try JSONDecoder().decode(LayoutFile.self, from: Data(json))
        } catch let fault as LayoutError.Fault {
            throw .invalid([fault])
        } catch let error as DecodingError {
            throw .invalid([LayoutError.Fault(error)])
        } catch {
            throw .invalid([LayoutError.Fault(path: "", message: .verbatim("\(error)"))])
        }
        let layout = file.layout
        let faults = layout.faults
        guard faults.isEmpty else { throw .invalid(faults) }
        self = layout
    }
}

/// The structure of the JSON file. Unknown keys are errors, because a misspelt key would otherwise be ignored silently.
private struct LayoutFile: Decodable {
    let layout: Layout

    private enum Key: String, CodingKey, CaseIterable {
        case title, dpi, page, ticket, grid, marks, bleed, font, front, back
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strict(Key.self)
        let page = try values.decode(SizeFile.self, forKey: .page).size
        let ticket = try values.decodeIfPresent(SizeFile.self, forKey: .ticket)?.size ?? page
        let family = try values.decodeIfPresent(String.self, forKey: .font) ?? Font(size: 1).family
        let front = try values.decodeIfPresent([BoxFile].self, forKey: .front)
        let back = try values.decodeIfPresent([BoxFile].self, forKey: .back) ?? []
        let grid =
            try values.decodeIfPresent(GridFile.self, forKey: .grid)?.grid
            ?? Layout.Grid(columns: 1, rows: 1, left: 0, top: 0, columnGap: 0, rowGap: 0)
        layout = Layout(
            title: try values.decode(String.self, forKey: .title),
            dpi: try values.decodeIfPresent(Double.self, forKey: .dpi) ?? 300,
            page: page, ticket: ticket, grid: grid,
            marks: try values.choice(.marks) ?? .none,
            bleed: try values.decodeIfPresent(Double.self, forKey: .bleed) ?? 0,
            front: front?.map { $0.box(family) } ?? Layout.standardFront(ticket, in: grid, on: page, family: family),
            back: back.map { $0.box(family) })
    }
}

private struct SizeFile: Decodable {
    let size: Layout.Size

    private enum Key: String, CodingKey, CaseIterable { case width, height }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strict(Key.self)
        size = Layout.Size(
            width: try values.decode(Double.self, forKey: .width),
            height: try values.decode(Double.self, forKey: .height))
    }
}

private struct GridFile: Decodable {
    let grid: Layout.Grid

    private enum Key: String, CodingKey, CaseIterable {
        case columns, rows, left, top
        case columnGap = "column_gap"
        case rowGap = "row_gap"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strict(Key.self)
        grid = Layout.Grid(
            columns: try values.integer(.columns), rows: try values.integer(.rows),
            left: try values.decode(Double.self, forKey: .left), top: try values.decode(Double.self, forKey: .top),
            columnGap: try values.decodeIfPresent(Double.self, forKey: .columnGap) ?? 0,
            rowGap: try values.decodeIfPresent(Double.self, forKey: .rowGap) ?? 0)
    }
}

/// A box in the file. It has exactly one of the keys `text`, `symbol`, `picture`, `fill` and `perforation`.
private struct BoxFile: Decodable {
    private let area: LayoutBox.Area
    private let rotation: LayoutBox.Rotation
    private let content: (_ family: String) -> LayoutBox.Content

    private enum Key: String, CodingKey, CaseIterable {
        case text, symbol, picture, fill, perforation
        case x, y, width, height, turn
        // Keys of text boxes
        case size, smallest, weight, font, lines, align, vertical, colour
        // Keys of symbol boxes
        case level
        case quietZone = "quiet_zone"

        static let contents: [Key] = [.text, .symbol, .picture, .fill, .perforation]
        static let ofTexts: [Key] = [.size, .smallest, .weight, .font, .lines, .align, .vertical, .colour]
        static let ofSymbols: [Key] = [.level, .quietZone]
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strict(Key.self)
        let present = Key.contents.filter { values.contains($0) }
        guard let kind = present.first, present.count == 1 else {
            let keys = SentenceArgument.text(Key.contents.map(\.rawValue).joined(separator: ", "))
            guard let first = present.first else { throw decoder.fault(.noContent, ["keys": keys]) }
            let found = present.dropFirst().reduce(Sentence.verbatim(first.rawValue)) { list, key in
                Sentence(
                    LayoutError.Fault.Text.and, ["first": .sentence(list), "second": .text(key.rawValue)])
            }
            throw decoder.fault(.severalContents, ["keys": keys, "found": .sentence(found)])
        }
        for (keys, owner) in [(Key.ofTexts, Key.text), (Key.ofSymbols, .symbol)] where kind != owner {
            if let stray = keys.first(where: { values.contains($0) }) {
                throw decoder.fault(
                    .keyOfOtherBox,
                    ["key": .text(stray.rawValue), "owner": .text(owner.rawValue), "kind": .text(kind.rawValue)])
            }
        }
        area = LayoutBox.Area(
            x: try values.decode(Double.self, forKey: .x), y: try values.decode(Double.self, forKey: .y),
            width: try values.decode(Double.self, forKey: .width),
            height: try values.decode(Double.self, forKey: .height))
        rotation = values.contains(.turn) ? try values.choice(.turn, raw: try values.integer(.turn)) : .none
        switch kind {
        case .text: content = try BoxFile.text(values)
        case .symbol: content = try BoxFile.symbol(values)
        case .picture:
            let path = try values.decode(String.self, forKey: .picture)
            content = { _ in .picture(path) }
        case .fill:
            let colour = try values.colour(.fill)
            content = { _ in .fill(colour) }
        default:
            let colour = try values.colour(.perforation)
            content = { _ in .perforation(colour) }
        }
    }

    func box(_ family: String) -> LayoutBox { LayoutBox(content: content(family), area: area, rotation: rotation) }

    private static func text(_ values: KeyedDecodingContainer<Key>) throws -> (String) -> LayoutBox.Content {
        let template: TextTemplate
        do {
            template = try TextTemplate(try values.decode(String.self, forKey: .text))
        } catch let fault as TextTemplateError {
            throw LayoutError.Fault(at: values.codingPath + [Key.text], fault.sentence)
        }
        let size = try values.decode(Double.self, forKey: .size)
        let weight = try values.choice(.weight) ?? Font.Weight.regular
        let own = try values.decodeIfPresent(String.self, forKey: .font)
        let smallest = try values.decodeIfPresent(Double.self, forKey: .smallest)
        let lines = values.contains(.lines) ? try values.integer(.lines) : 1
        let alignment = try values.choice(.align) ?? FittedText.Style.Alignment.start
        let vertical = try values.choice(.vertical) ?? FittedText.Style.Vertical.top
        let colour = values.contains(.colour) ? try values.colour(.colour) : .black
        return { family in
            .text(
                template,
                FittedText.Style(
                    font: Font(size: size, weight: weight, family: own ?? family), smallest: smallest, lines: lines,
                    alignment: alignment, vertical: vertical), colour)
        }
    }

    private static func symbol(_ values: KeyedDecodingContainer<Key>) throws -> (String) -> LayoutBox.Content {
        guard try values.decode(String.self, forKey: .symbol) == "token" else {
            throw values.fault(.symbol, .notTheToken, ["token": "\"token\""])
        }
        let level = try values.choice(.level) ?? ErrorCorrectionLevel.medium
        let quietZone = values.contains(.quietZone) ? try values.integer(.quietZone) : 4
        let style = SymbolStyle(level: level, quietZone: quietZone)
        return { _ in .symbol(style) }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a case of `Choice`; nil if the key is missing. For any other value, throws an error that lists the
    /// allowed values.
    fileprivate func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: Key) throws -> Choice? {
        guard let raw = try decodeIfPresent(String.self, forKey: key) else { return nil }
        return try choice(key, raw: raw)
    }

    fileprivate func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: Key, raw: Choice.RawValue
    ) throws -> Choice {
        guard let choice = Choice(rawValue: raw) else {
            let known = Choice.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
            throw fault(key, .notAChoice, ["value": "\(raw)", "choices": .text(known)])
        }
        return choice
    }

    /// Decodes a whole number. The value is decoded as a `Double` first. If it were decoded as an `Int`, the error for
    /// a fraction would not contain the location in the file.
    fileprivate func integer(_ key: Key) throws -> Int {
        guard let integer = Int(exactly: try decode(Double.self, forKey: key)) else {
            throw fault(key, .mustBeWholeNumber)
        }
        return integer
    }

    fileprivate func colour(_ key: Key) throws -> Canvas.Colour {
        let text = try decode(String.self, forKey: key)
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
            let number = HexadecimalText.number(text.utf8.dropFirst())
        else {
            throw fault(key, .notAColour)
        }
        return Canvas.Colour(number)
    }

    fileprivate func fault(
        _ key: Key, _ text: LayoutError.Fault.Text, _ arguments: [String: SentenceArgument] = [:]
    ) -> LayoutError.Fault {
        LayoutError.Fault(at: codingPath + [key], Sentence(text, arguments))
    }
}

extension Decoder {
    /// Decodes an object. Throws an error for a key that is not a case of `Key`.
    fileprivate func strict<Key: CodingKey & CaseIterable>(_: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let known = Set(Key.allCases.map(\.stringValue))
        let unknown = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).filter { !known.contains($0) }
        if let key = unknown.min() {
            throw fault(
                .unknownKey,
                ["key": .text(key), "keys": .text(Key.allCases.map(\.stringValue).joined(separator: ", "))])
        }
        return try container(keyedBy: Key.self)
    }

    fileprivate func fault(
        _ text: LayoutError.Fault.Text, _ arguments: [String: SentenceArgument] = [:]
    ) -> LayoutError.Fault {
        LayoutError.Fault(at: codingPath, Sentence(text, arguments))
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension LayoutError.Fault {
    fileprivate init(at codingPath: [any CodingKey], _ message: Sentence) {
        let path = codingPath.reduce("") { text, key in
            key.intValue.map { "\(text)[\($0)]" } ?? (text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)")
        }
        self.init(path: path, message: message)
    }

    /// Converts a decoding error into a fault with its location in the file, such as `front[2].width`.
    fileprivate init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(at: context.codingPath + [key], Sentence(Text.isMissing))
        case .valueNotFound(_, let context): self.init(at: context.codingPath, Sentence(Text.isNull))
        case .typeMismatch(let type, let context):
            self.init(at: context.codingPath, Sentence(LayoutError.Fault.requirement(of: type)))
        case .dataCorrupted(let context): self.init(at: context.codingPath, .verbatim(context.debugDescription))
        @unknown default: self.init(path: "", message: .verbatim("\(error)"))
        }
    }

    private static func requirement(of type: any Any.Type) -> Text {
        switch type {
        case is String.Type: .mustBeText
        case is Double.Type, is Float.Type: .mustBeNumber
        case is any ExpressibleByDictionaryLiteral.Type: .mustBeObject
        case is any Collection.Type: .mustBeList
        default: .mustBeObject
        }
    }
}
