import ArgumentParser
import Foundation
import PrintShop
import Printing
import Ticketing

extension PrintOrder: ArgumentValue {}
extension Imposition.Order: ArgumentValue {}

extension SheetNumbers: ArgumentValue {
    public init?(argument: String) { self.init(argument) }
    static let allowed = "sheets such as 37, 37-40 or 3,8,12-14"
}

extension PaperOffset: ArgumentValue {
    public init?(argument: String) { self.init(argument) }
    static let allowed = "millimetres to the right and down, such as 1.5,-0.5"
}

extension PrintFormat: ArgumentValue {}
extension RollTicketWriter.SymbolRendering: ArgumentValue {}

/// A paper size, by name or in millimetres.
struct PaperSize: ArgumentValue {
    static let allowed = "a4, letter, or millimetres such as 62x100"
    static let a4 = PaperSize(name: "a4", width: 210, height: 297)
    private static let letter = PaperSize(name: "letter", width: 215.9, height: 279.4)
    private static let sides = 40.0...2000.0

    let name: String
    let width: Double
    let height: Double

    private init(name: String, width: Double, height: Double) {
        self.name = name
        self.width = width
        self.height = height
    }

    init?(argument: String) {
        if let known = [PaperSize.a4, .letter].first(where: { $0.name == argument.lowercased() }) {
            self = known
            return
        }
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], PaperSize.sides.contains(width),
            PaperSize.sides.contains(height)
        else { return nil }
        self.init(name: argument, width: width, height: height)
    }
}

extension PaperSize: CustomStringConvertible {
    var description: String { name }
}
