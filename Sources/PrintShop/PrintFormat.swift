package import Printing

/// The file format in which a batch of tickets is printed.
package enum PrintFormat: String, CaseIterable {
    case pdf
    case zpl
    case escpos

    /// The command language of a label or receipt printer; nil for PDF sheets.
    package var language: RollTicketWriter.PrinterLanguage? {
        switch self {
        case .pdf: nil
        case .zpl: .zpl
        case .escpos: .escpos
        }
    }

    /// The name of the layout that is used if the user chooses no layout.
    package var layout: String {
        switch self {
        case .pdf: "a4-10"
        case .zpl: "roll-62"
        case .escpos: "roll-80"
        }
    }
}
