import HTTPTypes

/// The service worker that shows push messages as notifications. Browsers run the worker even if no page of the server
/// is open. The worker’s URL has no version, because a push subscription belongs to the worker at this URL. The
/// worker’s scope includes all pages of the server, but the worker does not handle their requests.
package enum PushWorker {
    package static let path = "/push-worker.js"
    /// The script that registers the worker.
    static let pageScript = "scripts/push.js"
    /// The name of the Trusted Types policy with which `pageScript` makes the URL of the worker.
    static let trustedTypesPolicy = "push-worker"
    private static let asset = "scripts/push-worker.js"

    /// The script of the worker. Browsers must ask the server before they use a stored copy, so that a new version of
    /// the program replaces the old worker.
    package static func response() throws -> RouteResponse {
        guard let script = Assets.embedded.text(asset) else { throw Problem.pageNotFound }
        var response = RouteResponse.text(script, type: "text/javascript; charset=utf-8")
        response.headers[.cacheControl] = "no-cache"
        return response
    }
}
