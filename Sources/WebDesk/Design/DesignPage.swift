import Languages
import WebHost

/// The pages with the components and their states, for people who develop the program. Each page has the style sheets
/// of one area: the desk, public pages, or gates. The pages show the templates of the other pages with sample values,
/// and no data of users. Only a server in development mode has the pages. A test compares screenshots of the pages with
/// earlier screenshots.
struct DesignPage: Sendable {
    static let path = "/desk/design"
    static let listsPath = "/desk/design/lists"

    let desk: Desk

    /// The page with the components of the desk, without lists and numbers.
    ///
    /// - Throws: `Problem` 404 if the server is not in development mode.
    func page(_ request: PageRequest) async throws -> RouteResponse {
        try requireDevelopment()
        let context = try DesignPage.joined([
            DesignPage.tabs, DesignPage.fields, DesignPage.results, DesignPage.progress, DesignPage.sales,
        ])
        return try desk.page(request, "design", title: Sentence(DesignSentence.title), context)
    }

    /// The page with the lists and numbers of the desk.
    ///
    /// - Throws: `Problem` 404 if the server is not in development mode.
    func listsPage(_ request: PageRequest) async throws -> RouteResponse {
        try requireDevelopment()
        let context = DesignPage.joined([
            DesignPage.lists, DesignPage.guests, DesignPage.tables, DesignPage.calendar, DesignPage.figures,
        ])
        return try desk.page(request, "design-lists", title: Sentence(DesignSentence.listsTitle), context)
    }

    private static func joined(_ parts: [[String: TemplateContext.Value]]) -> [String: TemplateContext.Value] {
        parts.reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    /// - Throws: `Problem` 404 if the server is not in development mode.
    func requireDevelopment() throws {
        guard desk.server.mode == .development else { throw Problem(.notFound) }
    }

    /// A section without values. With this section, a template shows an optional part; without it, the template leaves
    /// the part out.
    static let present = TemplateContext.Value.section(TemplateContext([:]))
}
