import ArgumentParser
import Management
import TicketToken
import Ticketing
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
              eventpass serve --listen 0.0.0.0:8443 --tls self-signed --host laptop.local
              eventpass serve --behind-proxy --host tickets.example.org
              eventpass serve --apple-certificate pass.p12 --apple-passphrase-file pass.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: "An address of this machine and a port, 0 for any free one.")
    var listen: ListenAddress = .ownMachine
    @Option(
        help: """
            A file with the server's certificate, and those above it, in PEM; or self-signed, for one that it makes and \
            keeps in the data folder.
            """)
    var tls: TLSChoice?
    @Option(help: "A file with the certificate's key, in PEM.")
    var tlsKey: String?
    @Option(help: "A name by which browsers ask for the server, beside localhost and addresses; again for more.")
    var host: [String] = []
    @Flag(
        help: """
            A reverse proxy on this machine hands on what is asked: take the addresses of clients from X-Forwarded-For or \
            Forwarded.
            """)
    var behindProxy = false
    @Option(help: "The address of a reverse proxy on another machine, with --behind-proxy; again for more.")
    var proxy: [String] = []
    @Option(help: "How the log is written.")
    var log: LogForm = .text

    @OptionGroup(title: "Passes and mails") var passes: PackOptions

    func validate() throws {
        for name in host {
            guard name.utf8.count <= 253, name.wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9.\-]*[A-Za-z0-9])?/) != nil else {
                throw ValidationError("--host takes a name such as laptop.local, without a port")
            }
        }
        guard proxy.isEmpty || behindProxy else { throw ValidationError("--proxy needs --behind-proxy") }
        guard Forwarding.behindProxy(proxy) != nil else {
            throw ValidationError("--proxy takes an address in digits, such as 192.0.2.10")
        }
        switch (tls, tlsKey) {
        case (.file, nil), (nil, .some): throw ValidationError("--tls FILE and --tls-key go together")
        case (.selfSigned, .some): throw ValidationError("--tls self-signed has a key of its own")
        default: break
        }
    }

    func run() throws {
        guard listen.isLoopback || tls != nil else {
            throw Failure(
                .usage, "\(listen) can be reached from other machines, which takes a certificate",
                hint: "say --tls self-signed, or listen on 127.0.0.1")
        }
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore(orCopy: false)
        let ring = try folder.openKeyRing(keys)
        try RingCheck(store, ring).warn()
        let keyRing = KeyRingWatch(ring, passphrase: Passphrase(keys).unattended)
        var settings = WebServer.Settings(address: listen, names: host)
        if behindProxy, let forwarding = Forwarding.behindProxy(proxy) { settings.forwarding = forwarding }
        var fingerprint: String?
        switch tls {
        case nil: break
        case .file(let path): settings.identity = try TLSIdentity(certificatePath: path, keyPath: tlsKey ?? path)
        case .selfSigned:
            let own = OwnCertificate(in: folder)
            fingerprint = try own.get(
                names: ["localhost"] + host, addresses: listen.reachable, at: Instant.now()
            ).printedFingerprint
            settings.identity = try TLSIdentity(certificatePath: own.path, keyPath: own.path)
        }
        settings.limits.connections = min(settings.limits.connections, OpenFiles.raise() - Serve.ownFiles)
        // A link in a file would be for whoever reads the file.
        let link = Terminal.isOutput ? try folder.signIn(to: store).makeEntryLink() : nil
        let announcement = Announcement(
            scheme: tls == nil ? "http" : "https", fingerprint: fingerprint, link: link,
            form: output.json ? .json : .text)
        let server = try WebServer(
            settings,
            Premises(
                clock: Instant.now, keyRing: keyRing.current,
                gates: GateSupplies(
                    ring: keyRing.current, device: try folder.device(), reader: ServeReader.command),
                printing: PrintSupplies(ring: keyRing.current, dataFolder: folder.path),
                passes: try passes.supplies(),
                identityKey: { try IdentityKey(path: folder.identityKeyPath) }, webhooks: .sent
            ) { try folder.openStore(orCopy: false) },
            log: log.sink,
            started: { announcement.print($0) })
        try StopSignals.forward(to: { await server.stop() }) { try await server.run() }
    }

    /// Files that are open beside connections: the store's, standard streams, the system's queues, one for each thing that
    /// is read or written meanwhile.
    private static let ownFiles = 100
}

/// Where the server's certificate comes from.
enum TLSChoice: ExpressibleByArgument {
    case selfSigned
    case file(String)

    init?(argument: String) { self = argument == "self-signed" ? .selfSigned : .file(argument) }
}

extension ListenAddress {
    static let ownMachine = ListenAddress.loopback(port: 8080)
}
