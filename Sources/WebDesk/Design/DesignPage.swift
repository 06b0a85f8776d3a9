import Languages
import WebHost

/// Pages for people who develop the program. They show the components of the website, such as buttons and form fields,
/// in all their states. Each page has the style sheets of one area: the desk, public pages, or gates. The pages contain
/// sample values in the website's own templates, and no data of users. Only a server in development mode has the pages.
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
