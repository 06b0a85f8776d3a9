package import Printing

/// What the files of a batch are.
package enum PrintFormat: String, CaseIterable {
    case pdf
    case zpl
    case escpos

    /// The language of a label or receipt printer; nil for sheets.
    package var language: TicketRoll.Language? {
        switch self {
        case .pdf: nil
        case .zpl: .zpl
        case .escpos: .escpos
        }
    }

    /// What is printed where no layout is named.
    package var layout: String {
        switch self {
        case .pdf: "a4-10"
        case .zpl: "roll-62"
        case .escpos: "roll-80"
        }
    }
}
