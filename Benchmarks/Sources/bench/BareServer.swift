import Foundation
import Hummingbird

/// A server that uses only Hummingbird, and no code of EventPass. It reads the whole body of each request. Its answer
/// is about as long as a verdict of `eventpass serve`.
enum BareServer {
    private static let verdict = String(repeating: "v", count: 400)

    /// Runs the command `bench answer`: prints the port on which the server listens, and answers requests until the
    /// process is killed.
    static func run() async throws {
        let router = Router()
        router.post("/") { request, _ in
            let body = try await request.body.collect(upTo: 4 << 20)
            guard body.readableBytes > 0 else { throw HTTPError(.badRequest) }
            return verdict
        }
        let server = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                let line = "listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            })
        try await server.run()
    }
}
