import EventFixture

/// The cost of loading a page in a browser that has not loaded the page before.
public struct PageWeight: Sendable, CustomStringConvertible {
    /// The bytes of the page and of everything that it loads, as the server sends them: compressed, and with headers.
    public let bytes: Int
    /// The number of requests, including the request for the page.
    public let requests: Int
    /// The time from the start of the navigation until the browser draws the first text or picture, in milliseconds.
    public let firstPaint: Double
    /// The memory of the page’s scripts after a garbage collection, in bytes.
    public let memory: Int

    public var description: String {
        "\(bytes / 1000) KB in \(requests) requests, first paint after \(Int(firstPaint)) ms, scripts use \(memory / 1000) KB"
    }
}

extension WebDriver {
    /// Makes the browser load pages over a slow line, like that of a phone: 400 kbit/s in each direction, and at least
    /// 400 ms from a request to its response. The browser’s cache is off.
    public func useSlowLine() async throws {
        try await cdp("Network.enable")
        try await cdp("Network.setCacheDisabled", ["cacheDisabled": true])
        try await cdp(
            "Network.emulateNetworkConditions",
            ["offline": false, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000])
    }

    /// Loads a page, and measures its cost.
    public func weigh(_ url: String) async throws -> PageWeight {
        try await go(to: url)
        try await wait(
            until: "document.readyState === 'complete' && "
                + "performance.getEntriesByName('first-contentful-paint').length > 0")
        let figures = try await script(
            """
            const loaded = [
                ...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource"),
            ];
            return {
                bytes: loaded.reduce((sum, entry) => sum + entry.transferSize, 0),
                requests: loaded.length,
                paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
            };
            """)
        try await cdp("HeapProfiler.collectGarbage")
        try await cdp("Performance.enable")
        let metrics = try await cdp("Performance.getMetrics")["metrics"].list
        guard let bytes = figures["bytes"].number, let requests = figures["requests"].number,
            let paint = figures["paint"].number,
            let memory = metrics.first(where: { $0["name"].text == "JSHeapUsedSize" })?["value"].number
        else { throw Surprise("the page can’t be weighed: \(figures)") }
        return PageWeight(bytes: Int(bytes), requests: Int(requests), firstPaint: paint, memory: Int(memory))
    }
}
