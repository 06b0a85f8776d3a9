import ArgumentParser
import Foundation
import Web

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer browsers and programs, until it is told to stop.",
        discussion: """
            Listens on this machine alone, unless --listen names another address; that takes --tls. Where it listens is \
            printed when it does; what it answers is noted on standard error. Ctrl-C, or SIGTERM, ends it: requests that \
            are under way are answered first, within five seconds.

              eventpass serve --listen 127.0.0.1:8080 2> server.log &
              curl http://127.0.0.1:8080/healthz
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Option(help: "An address of this machine and a port, 0 for any free one.")
    var listen: ListenAddress = .ownMachine
    @Option(help: "A file with the server's certificate, and those above it, in PEM.")
    var tls: String?
    @Option(help: "A file with the certificate's key, in PEM.")
    var tlsKey: String?
    @Option(help: "A name by which browsers ask for the server, beside localhost and addresses; again for more.")
    var host: [String] = []
    @Option(help: "How the log is written.")
    var log: LogForm = .text

    func validate() throws {
        guard (tls == nil) == (tlsKey == nil) else { throw ValidationError("--tls and --tls-key go together") }
    }

    func run() throws {
        guard listen.isLoopback || tls != nil else {
            throw Failure(
                .usage, "\(listen) can be reached from other machines, which takes a certificate",
                hint: "say --tls FILE --tls-key FILE, or listen on 127.0.0.1")
        }
        let store = try global.ownersDataFolder().openStore()
        var settings = WebServer.Settings(
            address: listen, identity: try identity(), names: host)
        settings.limits.connections = min(settings.limits.connections, OpenFiles.raise() - Serve.ownFiles)
        let isJSON = output.json
        let scheme = tls == nil ? "http" : "https"
        let server = try WebServer(
            settings, health: { _ = try store.read { try $0.events.count() } }, log: log.sink
        ) { address in
            let url = "\(scheme)://\(address)"
            do {
                try StandardOutput.line(
                    isJSON ? JSON.object([("url", .string(url))]).text : "listening on \(url)")
            } catch {
                // Who started it does not want to know.
            }
        }
        try StopSignals.forward(to: { await server.stop() }) { try await server.run() }
    }

    /// Files that are open beside connections: the store's, standard streams, the system's queues, one for each thing that
    /// is read or written meanwhile.
    private static let ownFiles = 100

    private func identity() throws -> TLSIdentity? {
        guard let tls, let tlsKey else { return nil }
        return try TLSIdentity(certificatePath: tls, keyPath: tlsKey)
    }
}

extension ListenAddress {
    static let ownMachine = ListenAddress.loopback(port: 8080)
}
