import Dispatch
import FileAccess
import Languages
import Synchronization

/// Looks up host names on separate threads, so that a lookup can be given up at a deadline. The system's resolver has
/// no deadline: it waits many seconds for a name server that does not respond.
///
/// The addresses that were last found for each name are cached. They are used if a new lookup fails or takes too long.
final class NameResolver: Sendable {
    static let shared = NameResolver { name throws(PostgreSQLFailure) in try NameResolver.lookUpWithSystem(name) }

    typealias Lookup = @Sendable (_ name: String) throws(PostgreSQLFailure) -> [String]

    /// The maximum time to wait for a lookup if there are cached addresses for the name.
    private static let timeoutWithCache = Duration.seconds(1)
    /// The time that is reserved for connecting after the lookup. If less than twice this time remains until the
    /// deadline, only half of the remaining time is reserved.
    private static let timeToConnect = Duration.seconds(1)

    private struct State {
        var cachedAddresses: [String: [String]] = [:]
        var pendingLookups: [String: PendingLookup] = [:]
    }

    private final class PendingLookup: Sendable {
        let start = ContinuousClock.now
        let answer = Mutex<Result<[String], PostgreSQLFailure>?>(nil)
        /// Callers wait until this group is empty. The lookup leaves the group when there is an answer.
        let group = DispatchGroup()
    }

    private let lookUp: Lookup
    private let state = Mutex(State())

    init(_ lookUp: @escaping Lookup) { self.lookUp = lookUp }

    /// The numeric addresses of a host. If the lookup fails or does not finish in time, the cached addresses are
    /// returned.
    ///
    /// - Parameter deadline: the deadline for connecting to the host. The lookup is given up before this deadline, so
    ///   that time remains for connecting.
    /// - Throws: `PostgreSQLFailure` if there is no address, with the same message as from libpq.
    func addresses(
        of name: String, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLFailure) -> [String] {
        let now = ContinuousClock.now
        let left = max(.zero, deadline - now)
        var timeout = left - min(NameResolver.timeToConnect, left / 2)
        let (question, known) = state.withLock {
            ($0.pendingLookups[name] ?? startLookup(name, &$0), $0.cachedAddresses[name])
        }
        if known != nil { timeout = min(timeout, max(.zero, question.start + NameResolver.timeoutWithCache - now)) }
        let milliseconds = Int((timeout / .milliseconds(1)).rounded())
        let isAnswered = question.group.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
        let answer = isAnswered ? question.answer.withLock(\.self) : nil
        if case .success(let addresses) = answer { return addresses }
        if let known { return known }
        guard case .failure(let failure) = answer else {
            throw NameResolver.failure(name, Sentence(PostgreSQLFailure.Text.noAnswerInTime))
        }
        throw failure
    }

    private func startLookup(_ name: String, _ state: inout State) -> PendingLookup {
        let question = PendingLookup()
        state.pendingLookups[name] = question
        question.group.enter()
        DispatchQueue(label: "eventpass.names").async { [self] in
            let answer: Result<[String], PostgreSQLFailure>
            do throws(PostgreSQLFailure) { answer = .success(try lookUp(name)) } catch { answer = .failure(error) }
            question.answer.withLock { $0 = answer }
            self.state.withLock { state in
                state.pendingLookups[name] = nil
                if case .success(let addresses) = answer { state.cachedAddresses[name] = addresses }
            }
            question.group.leave()
        }
        return question
    }

    private static func failure(_ name: String, _ reason: Sentence) -> PostgreSQLFailure {
        PostgreSQLFailure(
            state: nil,
            message: Sentence(
                PostgreSQLFailure.Text.unknownHost, ["name": "\"\(name)\"", "reason": .sentence(reason)]))
    }

    private static func lookUpWithSystem(_ name: String) throws(PostgreSQLFailure) -> [String] {
        let found = HostLookup(name)
        if let message = found.failure { throw failure(name, .verbatim(message)) }
        return found.addresses.map(\.text)
    }

    /// Whether the name of a host is a numeric address, which needs no lookup.
    static func isAddress(_ host: String) -> Bool { HostLookup(host, onlyNumeric: true).failure == nil }
}

extension PostgreSQLAddress {
    /// The connection string for libpq. It contains the addresses of the hosts, so that libpq looks up no names. It
    /// also contains the names, because libpq compares a server's certificate with the server's name. A name with
    /// several addresses is repeated for each address.
    ///
    /// - Throws: `PostgreSQLFailure` if none of the hosts has an address.
    func connectionText(
        by resolver: NameResolver, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLFailure) -> String {
        guard let hosts = hostsToLookUp else { return connectionString }
        var found: [(host: String, port: String, address: String)] = []
        var failure: PostgreSQLFailure?
        for (host, port) in hosts {
            // No lookup is needed for a folder of Unix sockets, an abstract socket (`@`), the default host (empty) or a
            // numeric address.
            if host.isEmpty || "/@".contains(host.prefix(1)) || NameResolver.isAddress(host) {
                found.append((host, port, ""))
                continue
            }
            do throws(PostgreSQLFailure) {
                found += try resolver.addresses(of: host, until: deadline).map { (host, port, $0) }
            } catch {
                failure = failure ?? error
            }
        }
        guard !found.isEmpty else {
            throw failure ?? PostgreSQLFailure(state: nil, message: Sentence(PostgreSQLFailure.Text.noAddress))
        }
        return connectionString(
            hosts: found.map(\.host), ports: found.map(\.port), addresses: found.map(\.address))
    }
}
