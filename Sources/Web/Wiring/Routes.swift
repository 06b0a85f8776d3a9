import WebHost

extension Routes {
    /// The routes for assets (scripts, style sheets and icons) and for monitoring.
    static func serverRoutes(_ server: ServerContext) -> [Route] {
        [
            // Scripts, style sheets and icons
            .get("/assets/:hash/:folder/:name", .anybody) { request in
                let path = "/assets/\(request.joinedPathParameters("hash", "folder", "name"))"
                guard let asset = server.assets[path] else { throw Problem(.notFound) }
                return asset.response(to: request.headers)
            },

            // Files that browsers and search engines request at fixed paths
            .get("/favicon.ico", .anybody) { request in
                guard let icon = try server.assets[Assets.embedded.address(of: "icons/mark.svg")] else {
                    throw Problem(.notFound)
                }
                return icon.response(to: request.headers, caching: .aDay)
            },
            .get("/robots.txt", .anybody) { request in
                let sitemap = request.origin.map { "Sitemap: \($0)/sitemap.xml\n" } ?? ""
                return .text(
                    """
                    User-agent: *
                    Allow: /events
                    Allow: /organizers/
                    Allow: /pictures/
                    Allow: /sitemap.xml
                    Disallow: /
                    \(sitemap)
                    """)
            },

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
