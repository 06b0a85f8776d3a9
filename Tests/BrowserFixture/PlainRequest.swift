import AsyncHTTPClient
import NIOCore

/// Requests without a browser and without cookies, such as those of mail programs. Each request has a timeout of one
/// minute.
public enum PlainRequest {
    /// Sends a GET request and returns the status of the response.
    public static func get(_ url: String) async throws -> Int {
        try await status(of: HTTPClientRequest(url: url))
    }

    /// Sends a POST request and returns the status of the response.
    ///
    /// - Parameter form: the body, in the media type `application/x-www-form-urlencoded`.
    public static func post(_ form: String, to url: String) async throws -> Int {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: "POST")
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(Array(form.utf8))
        return try await status(of: request)
    }

    private static func status(of request: HTTPClientRequest) async throws -> Int {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        _ = try await response.body.collect(upTo: 1 << 20)
        return Int(response.status.code)
    }
}
