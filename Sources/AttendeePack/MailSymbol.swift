import QRSymbol
import Ticketing

/// The picture of a ticket's QR symbol in a mail.
struct MailSymbol {
    /// The side of the symbol in the HTML page, in pixels. `picture` has about twice as many pixels per side.
    static let side = 296

    let picture: [UInt8]
    private let code: TicketCode

    /// - Throws: `QRSymbolError`.
    init(of token: String, code: TicketCode) throws {
        let symbol = try QRSymbol(token)
        picture = try symbol.png(size: .scale(2 * MailSymbol.side / (symbol.modulesPerSide + 8)))
        self.code = code
    }

    var name: String { "\(code).png" }
    var contentID: String { MailSymbol.contentID(of: code) }

    static func contentID(of code: TicketCode) -> String { "symbol.\(code)@eventpass" }

    var inlinePart: MIMEPart { MIMEPart(file: picture, name: name, type: MediaType.png, .inline(id: contentID)) }
}
