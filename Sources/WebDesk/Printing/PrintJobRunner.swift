import FileAccess
import Languages
import Management
import Presentation
import PrintShop
import ServiceLifecycle
import Store
import Synchronization
import Ticketing
package import WebHost

/// Prints batches of tickets into PDF files. One thread prints the batches one after another, and another thread draws
/// previews. Printing continues after the user closes the page. If the server stops, the current file is abandoned, and
/// the store keeps the list of finished files.
package final class PrintJobRunner: Sendable {
    struct Key: Hashable, Sendable {
        let event: EventNumber
        let batch: Int
    }

    let configuration: PrintConfiguration
    let layouts: LayoutFolder
    let previews: StoreThreads
    private let printThreads: StoreThreads
    private let now: @Sendable () -> Instant
    private let log: LogSink
    private let states = Mutex<[Key: PrintRunState]>([:])

    package init(_ configuration: PrintConfiguration, _ server: ServerContext) {
        self.configuration = configuration
        layouts = LayoutFolder(userFolder: configuration.layouts)
        previews = StoreThreads("previews", count: 1, maximumWaiting: 50, server.openStore)
        printThreads = StoreThreads("printing", count: 1, maximumWaiting: 50, server.openStore)
        now = server.now
        log = server.log
    }

    func state(of key: Key) -> PrintRunState? { states.withLock { $0[key] } }

    /// Sets the messages that the page of a batch shows. They replace earlier messages.
    func setMessages(_ texts: [Sentence], of key: Key) {
        states.withLock { $0[key] = texts.isEmpty ? nil : .finished(texts) }
    }

    /// Starts to print the files of a batch that are not printed yet. Does nothing if the batch already waits or is
    /// being printed.
    func start(_ key: Key, for pass: BrowserCredentials) {
        let isFree = states.withLock { states in
            if states[key]?.isRunning ?? false { return false }
            states[key] = .waiting
            return true
        }
        guard isFree else { return }
        let stop = StopFlag()
        Task {
            await withGracefulShutdownHandler {
                do {
                    let messages = try await printThreads.run { store in try self.print(key, for: pass, store, stop) }
                    setMessages(messages, of: key)
                } catch {
                    fail(error, key)
                }
            } onGracefulShutdown: {
                stop.raise()
            }
        }
    }

    /// Waits until no batch is being printed. When the server stops, the current file is abandoned, and is printed
    /// again when a user resumes its batch.
    package func close() async { await printThreads.drain() }

    private func fail(_ error: any Error, _ key: Key) {
        let message: Sentence? =
            switch error {
            case is SignInRequired: Sentence(DeskPrintSentence.signedOut)
            case is BatchPrinter.Interrupted: Sentence(DeskPrintSentence.serverStopped)
            case let problem as Problem: problem.detail
            case let error as any ExplainedError where error.kind != .systemFailure: error.sentence
            default: nil
            }
        states.withLock { $0[key] = .failed(message) }
        if message == nil {
            // The log gets only the type of the error, because the error’s text can contain file names.
            log(LogRecord(level: .error, event: "fault", fields: [("kind", .text("\(type(of: error))"))]))
        }
    }

    /// Prints the files of a batch that are not printed yet.
    ///
    /// - Returns: Messages about the result, for the batch’s page.
    private func print(_ key: Key, for pass: BrowserCredentials, _ store: Store, _ stop: StopFlag) throws -> [Sentence]
    {
        guard let (services, _) = try pass.services(at: Authenticator(to: store, clock: now)) else {
            throw SignInRequired()
        }
        guard let event = try services.events.events().first(where: { $0.number == key.event }) else {
            throw ManagementError.unknownEvent("\(key.event)", known: [])
        }
        let state = try services.printing.batch(key.batch, of: event)
        if state.isFinished { return [] }
        guard configuration.contains(state.batch.plan.output) else {
            throw PrintFault.printedElsewhere(batch: key.batch)
        }
        let watch = PrintRunMonitor(report: { news in self.update(news, key) }, isCancelled: { stop.isRaised })
        let printer = try BatchPrinter(
            services, event, state.batch, try layouts.load(of: state.batch), configuration.ring(), .everySymbolReadBack,
            clock: now,
            progress: watch)
        return try printer.printFiles(resuming: state, existing: .refuse).sentences(of: state.batch)
    }

    private func update(_ news: PrintRunMonitor.Update, _ key: Key) {
        states.withLock { states in
            switch news {
            case .drawing(let sheets): states[key] = .rendering(done: 0, of: sheets)
            case .readingBack(let pages): states[key] = .readingBack(done: 0, of: pages)
            case .done(let count): states[key] = states[key]?.withProgress(count)
            case .over, .resumed: break
            }
        }
    }
}

extension PrintJobRunner? {
    /// - Throws: `PrintFault.notConfigured` if there is no runner, because the server can’t print.
    func required() throws -> PrintJobRunner {
        guard let self else { throw PrintFault.notConfigured }
        return self
    }
}

private final class StopFlag: Sendable {
    private let mark = Atomic(false)
    var isRaised: Bool { mark.load(ordering: .relaxed) }
    func raise() { mark.store(true, ordering: .relaxed) }
}
