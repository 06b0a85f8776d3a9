import HTTPTypes
import Management
import Ticketing
import WebHost

/// The style sheets with the accents of events. The URL of a style sheet contains only the colour. So the sheet never
/// changes, and its URL reveals nothing about an event.
enum Themes {
    private static let folder = "/themes"
    private static let ending = ".css"

    /// The path of the style sheet for an accent: `/themes/ff7a00.css`.
    static func path(of accent: Colour) -> String { "\(folder)/\(accent.description.dropFirst())\(ending)" }

    static func sheet(_ request: PageRequest) throws -> RouteResponse {
        let name = request.pathParameter("file") ?? ""
        guard name.hasSuffix(ending), let accent = Colour("#\(name.dropLast(ending.count))"),
            path(of: accent) == "\(folder)/\(name)"
        else { throw Problem.pageNotFound }
        var response = RouteResponse.text(text(accent), type: "text/css; charset=utf-8")
        response.headers[.cacheControl] = PublishedAsset.Caching.forever.rawValue
        return response
    }

    /// The text of the style sheet: first the colours for the light scheme, then the colours for the dark scheme. The
    /// style sheet overrides two CSS properties that `styles/tokens.css` sets: `--accent` and `--on-accent`.
    static func text(_ accent: Colour) -> String {
        func rule(_ scheme: AccentPalette.Scheme) -> String {
            let palette = AccentPalette(accent, scheme)
            return ".attendee { --accent: \(palette.fill); --on-accent: \(palette.onFill); }"
        }
        return "\(rule(.light))\n@media (prefers-color-scheme: dark) { \(rule(.dark)) }\n"
    }
}

extension PublicSite {
    /// The template value `theme`, with which a page of an event gets the event's accent; nil if the event has none.
    func theme(of event: Event) async throws -> TemplateContext.Value? {
        try await withStorefront { try $0.accent(of: event.number) }.map { .text(Themes.path(of: $0)) }
    }
}
