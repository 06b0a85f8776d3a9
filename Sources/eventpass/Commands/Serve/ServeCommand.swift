import ArgumentParser
import Foundation
import Languages
import Management
import Pictures
import TicketToken
import Ticketing
import Web
import WebDesk
import WebGate
import WebHost

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass serve --listen 127.0.0.1:8080 2> server.log &
                  curl http://127.0.0.1:8080/healthz
                  eventpass serve --listen 0.0.0.0:8443 --tls self-signed --host laptop.local
                  eventpass serve --behind-proxy --host tickets.example.org
                  eventpass serve --apple-certificate pass.p12 --apple-passphrase-file pass.txt
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandServe"

        case abstract = "Run the web server with the desk, gates and API."
        case discussion =
            """
            By default, the server can be reached only from this machine. To let other machines reach it, give an \
            address with --listen and a certificate with --tls. The server prints its address when it is ready, and \
            logs requests to standard error. Ctrl-C or SIGTERM stops the server; requests in progress have five \
            seconds to finish.

            {examples}
            """
        case listen = "The address and port to listen on; port 0 is any free port."
        case tls =
            "The server's certificate: a PEM file with the certificate chain, or “self-signed” for a certificate that the server creates and stores in the data folder."
        case tlsKey = "A PEM file with the certificate's private key."
        case host =
            "A host name of the server, in addition to localhost and the server's IP addresses; repeat for more."
        case behindProxy =
            "A reverse proxy on this machine forwards requests: take client addresses from X-Forwarded-For or Forwarded."
        case proxy = "The address of a reverse proxy on another machine; repeat for more. Needs --behind-proxy."
        case log = "The log format."
        case development = "Also serve pages for developers of the program, such as /desk/design."
        case notAHostName = "--host takes a name such as laptop.local, without a port"
        case proxyWithoutBehindProxy = "--proxy needs --behind-proxy"
        case notAProxyAddress = "--proxy takes an IP address, such as 192.0.2.10"
        case certificateWithoutKey = "--tls FILE and --tls-key must be used together"
        case selfSignedWithKey = "--tls self-signed cannot be combined with --tls-key"
        case certificateRequired = "{address} can be reached from other machines, which requires a certificate"
        case certificateRequiredHint = "add --tls self-signed, or listen on 127.0.0.1"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: ArgumentHelp(Text.listen))
    var listen: ListenAddress = .ownMachine
    @Option(help: ArgumentHelp(Text.tls))
    var tls: TLSChoice?
    @Option(help: ArgumentHelp(Text.tlsKey))
    var tlsKey: String?
    @Option(help: ArgumentHelp(Text.host))
    var host: [String] = []
    @Flag(help: ArgumentHelp(Text.behindProxy))
    var behindProxy = false
    @Option(help: ArgumentHelp(Text.proxy))
    var proxy: [String] = []
    @Option(help: ArgumentHelp(Text.log))
    var log: LogFormat = .text
    @Flag(help: ArgumentHelp(Text.development, visibility: .hidden))
    var development = false

    @OptionGroup(title: WalletOptions.Text.title.text) var passes: WalletOptions

    func validate() throws {
        for name in host {
            guard name.utf8.count <= 253, name.wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9.\-]*[A-Za-z0-9])?/) != nil else {
                throw ValidationError(Text.notAHostName)
            }
        }
        guard proxy.isEmpty || behindProxy else { throw ValidationError(Text.proxyWithoutBehindProxy) }
        guard Forwarding.behindProxy(proxy) != nil else {
            throw ValidationError(Text.notAProxyAddress)
        }
        switch (tls, tlsKey) {
        case (.file, nil), (nil, .some): throw ValidationError(Text.certificateWithoutKey)
        case (.selfSigned, .some): throw ValidationError(Text.selfSignedWithKey)
        default: break
        }
    }

    func run() throws {
        guard listen.isLoopback || tls != nil else {
            throw CommandFailure(
                .usage, Text.certificateRequired, ["address": .text("\(listen)")],
                hint: Sentence(Text.certificateRequiredHint))
        }
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore(orCopy: false)
        let ring = try folder.openKeyRing(keys)
        try KeyRingCheck(store, ring).warn()
        try store.removeLeftoverPictures()
        let keyRing = KeyRingWatch(ring, passphrase: PassphrasePrompt(keys).unattended)
        var settings = WebServer.Settings(address: listen, hostNames: host)
        if behindProxy, let forwarding = Forwarding.behindProxy(proxy) { settings.forwarding = forwarding }
        var fingerprint: String?
        switch tls {
        case nil: break
        case .file(let path): settings.tlsIdentity = try TLSIdentity(certificatePath: path, keyPath: tlsKey ?? path)
        case .selfSigned:
            let own = SelfSignedCertificateFile(in: folder)
            fingerprint = try own.loadOrCreate(
                names: ["localhost"] + host, addresses: listen.reachableAddresses, at: Instant.now()
            ).printedFingerprint
            settings.tlsIdentity = try TLSIdentity(certificatePath: own.path, keyPath: own.path)
        }
        settings.limits.connections = min(
            settings.limits.connections, OpenFileLimit.raise() - Serve.reservedFileDescriptors)
        // The sign-in link is shown only on a terminal. If the link were written to a file, all readers of the file
        // could sign in.
        let link = Terminal.isOutput ? try folder.signIn(to: store).users.createSignInLink() : nil
        let announcement = StartupMessage(
            scheme: tls == nil ? "http" : "https", fingerprint: fingerprint, link: link,
            form: output.json ? .json : .text)
        let messages = folder.messageSettingsFile.cached()
        _ = try messages()
        let server = try WebServer(
            settings,
            ServerConfiguration(
                clock: Instant.now, keyRing: keyRing.current, passes: try passes.passServices(),
                identityKey: { try IdentityKey(path: folder.identityKeyPath) }, messages: messages,
                options: ServerConfiguration.Options(
                    webhooks: .byThisServer, mode: development ? .development : .production),
                pictureReader: PictureReaderCommand.command
            ) { try folder.openStore(orCopy: false) },
            gates: GateConfiguration(
                ring: keyRing.current, device: try folder.device(), reader: FrameReaderCommand.command),
            printing: PrintConfiguration(ring: keyRing.current, dataFolder: folder.path),
            log: log.sink,
            started: { announcement.print($0) })
        try ShutdownSignals.run(to: { await server.stop() }) { try await server.run() }
    }

    /// The number of open files that are not available for connections. They are reserved for the store, the standard
    /// streams, the system's event queues, and files that the server reads or writes.
    private static let reservedFileDescriptors = 100
}

enum TLSChoice: ExpressibleByArgument {
    case selfSigned
    case file(String)

    init?(argument: String) { self = argument == "self-signed" ? .selfSigned : .file(argument) }
}

extension ListenAddress {
    static let ownMachine = ListenAddress.loopback(port: 8080)
}

/// The child process in which `serve` decodes camera frames.
struct FrameReaderCommand: ParsableCommand {
    /// The command of the child process. `/proc/self/exe` is the running program, even if an update has replaced the
    /// program's file in the meantime.
    static let command = ["/proc/self/exe", "serve-reader"]

    static let configuration = CommandConfiguration(
        commandName: "serve-reader", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass serve-reader < /dev/null
                """
            ]), shouldDisplay: false)

    enum Text: String, SentenceKey {
        static let subject = "commandServeReader"

        case abstract = "Decode symbols in camera frames for the server."
        case discussion =
            """
            “serve” starts this command. Its standard input must be the server's socket; otherwise, the command exits.

            {examples}
            """
    }

    func run() { ReaderProcess.run() }
}

/// The child process in which `serve` and other commands decode pictures, because pictures can come from strangers.
struct PictureReaderCommand: ParsableCommand {
    /// The command of the child process; see `FrameReaderCommand.command`.
    static let command = ["/proc/self/exe", "read-picture"]

    static let configuration = CommandConfiguration(
        commandName: "read-picture", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass read-picture < /dev/null
                """
            ]), shouldDisplay: false)

    enum Text: String, SentenceKey {
        static let subject = "commandReadPicture"

        case abstract = "Decode a picture for another process of the program."
        case discussion =
            """
            “serve” and “event poster set” start this command. Its standard input must be their socket; otherwise, the \
            command exits. The command first takes away its own rights, so that it can neither open files nor reach \
            the network.

            {examples}
            """
    }

    func run() { PictureProcess.run() }
}

/// The maximum number of files that this process can have open. Each connection counts as an open file.
enum OpenFileLimit {
    /// If the limit is below 4,096, raises it to 4,096, or to the highest value that the system allows.
    ///
    /// - Returns: the limit that is now in force; 1,024 if the limit cannot be read or raised.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        let wanted = min(limit.rlim_max, 4096)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = wanted
            guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        }
        return Int(min(limit.rlim_cur, 1 << 20))
    }
}
