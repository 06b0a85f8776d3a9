/// The list: everything the server answers.
enum Routes {
    static func all(_ house: House) -> [Route] {
        [
            common(house),
            signIn(house),
            gatePages(house),
            gate(house),
            devices(house),
            foyer(house),
            desk(house),
            printing(house),
            api(),
        ].flatMap(\.self)
    }

    private static func common(_ house: House) -> [Route] {
        [
            // For people
            .get("/", .anybody) { _ in try .page(house.pages.html("start", title: "Start")) },

            // For their browsers
            .get("/assets/:hash/:folder/:name", .anybody) { visit in
                guard let asset = house.published["/assets/\(visit.path("hash", "folder", "name"))"] else {
                    throw Problem(.notFound)
                }
                return asset
            },

            // What browsers and search engines ask for at a fixed address
            .get("/favicon.ico", .anybody) { _ in
                guard let icon = try house.published[Assets.embedded.address(of: "icons/mark.svg")] else {
                    throw Problem(.notFound)
                }
                return icon
            },
            .get("/robots.txt", .anybody) { _ in .text("User-agent: *\nAllow: /events\nDisallow: /\n") },

            // For programs that look after this one
            .get("/healthz", .anybody) { _ in
                guard await house.health.isWell() else { throw Problem(.serviceUnavailable) }
                return .text("ok\n")
            },
            .get("/metrics", .thisMachine) { _ in
                .text(house.metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }
}
