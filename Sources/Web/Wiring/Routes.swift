import Languages
import WebHost

extension Routes {
    /// The start page, assets, and routes for monitoring.
    static func serverRoutes(_ server: ServerContext) -> [Route] {
        [
            // The start page
            .get("/", .anybody) { try $0.localizedPage("home", title: Sentence(PageSentence.start)) },

            // Scripts, style sheets and icons
            .get("/assets/:hash/:folder/:name", .anybody) { request in
                guard
                    let asset = server.assetResponses[
                        "/assets/\(request.joinedPathParameters("hash", "folder", "name"))"]
                else {
                    throw Problem(.notFound)
                }
                return asset
            },

            // Files that browsers and search engines request at fixed paths
            .get("/favicon.ico", .anybody) { _ in
                guard let icon = try server.assetResponses[Assets.embedded.address(of: "icons/mark.svg")] else {
                    throw Problem(.notFound)
                }
                return icon
            },
            .get("/robots.txt", .anybody) { _ in .text("User-agent: *\nAllow: /events\nDisallow: /\n") },

            // Monitoring
            .get("/healthz", .anybody) { _ in
                guard await server.health.isHealthy() else { throw Problem(.serviceUnavailable) }
                return .text("ok\n")
            },
            .get("/metrics", .thisMachine) { _ in
                .text(server.metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }
}
