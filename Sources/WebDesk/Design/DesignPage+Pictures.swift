import Languages
import QRSymbol
import Ticketing
import WebHost

extension DesignPage {
    static let posterPath = "/design/poster.svg"
    static let symbolPath = "/design/symbol.svg"

    /// Responds with the sample poster.
    ///
    /// - Throws: `Problem` 404 if the server is not in development mode.
    func poster() throws -> RouteResponse {
        try requireDevelopment()
        return .text(DesignPage.posterDrawing, type: MediaType.svg)
    }

    /// Responds with the symbol of the sample ticket. The symbol contains no token.
    ///
    /// - Throws: `Problem` 404 if the server is not in development mode; `QRSymbolError`.
    func symbol() throws -> RouteResponse {
        try requireDevelopment()
        return .text(try QRSymbol(DesignPage.symbolText).svg(title: nil), type: MediaType.svg)
    }

    /// The text of the sample symbols.
    static let symbolText = "https://example.org"

    /// Values for the template `picture`: the sample poster.
    static let picture: [String: TemplateContext.Value] = [
        "picture_source": .text(posterPath), "picture_width": .text("900"), "picture_height": .text("1125"),
        "picture_text": .sentence(DesignSentence.poster),
    ]

    private static let posterDrawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="900" height="1125" viewBox="0 0 900 1125">
        <rect width="900" height="1125" fill="#20365c"/>
        <circle cx="640" cy="330" r="150" fill="#ffd27a"/>
        <path d="M0 640q225-90 450 0t450 0v485h-900z" fill="#12707a"/>
        <path d="M300 760h300l-60 90h-180z" fill="#f2efe6"/>
        <path d="M450 750v-260l160 220z" fill="#f28c38"/>
        <path d="M0 850q225-70 450 0t450 0v275h-900z" fill="#0b4a55"/>
        </svg>
        """
}
