import WebAPI
import WebDesk
import WebGate
import WebHost
import WebPublic

/// The parts of a server, each with its routes: gates, the public site, the organizers' pages, printing and the API.
struct ServerParts: Sendable {
    let context: ServerContext
    private let gates: GateRequestHandler?
    private let site: PublicSite
    private let imports: UploadedLists
    private let printing: PrintJobRunner?

    /// Makes the parts and opens the store.
    ///
    /// - Parameters:
    ///   - gates: the configuration of gates; nil to run no gates.
    ///   - printing: the configuration of printing; nil to disable printing.
    ///   - health: the health check; nil for a check that queries the store.
    /// - Throws: `TemplateError` for an invalid template; any error that occurs when the store is opened.
    init(
        _ configuration: ServerConfiguration, gates: GateConfiguration? = nil, printing: PrintConfiguration? = nil,
        scheme: String = "http", health: HealthCheck? = nil, log: @escaping LogSink
    ) throws {
        let imports = UploadedLists()
        let context = try ServerContext(
            configuration, scheme: scheme, health: health,
            gateThreads: gates.map { _ in try GateRequestHandler.authorizationThreads(configuration) },
            location: { $0.deskLocation }, onSignOut: { imports.remove(of: $0) }, log: log)
        self.context = context
        self.gates = try gates.map { try GateRequestHandler($0, context) }
        self.printing = printing.map { PrintJobRunner($0, context) }
        self.imports = imports
        site = try PublicSite(context)
    }

    var routes: [Route] {
        [
            Routes.serverRoutes(context),
            Routes.signIn(context),
            Routes.gatePages(context),
            Routes.gate(context, gates),
            Routes.storefront(site),
            Routes.desk(context, imports: imports, printing: printing),
            Routes.printing(context, printing),
            Routes.api(gates: gates),
        ].flatMap(\.self)
    }

    /// Shuts down gates and printing. Must be called after all responses have been sent. When this method returns,
    /// gates have written their pending records, and running print jobs have stopped.
    func close() async {
        await gates?.close()
        await printing?.close()
    }
}
