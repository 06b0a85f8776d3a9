/// The list: everything the server answers.
enum Routes {
    static func all(_ house: House) -> [Route] {
        [
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

/// What routes answer from.
struct House: Sendable {
    let health: HealthCheck
    let metrics: Metrics
}
