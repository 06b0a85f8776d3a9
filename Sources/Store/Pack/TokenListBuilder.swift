import Foundation
import Synchronization
public import Ticketing

/// Creates a closure that computes the digest of a token. Each closure is used on one thread only. A closure returns
/// nil for a token that is left out of the list, because its issuer key is retired or missing.
public typealias TokenDigesterFactory = @Sendable () throws -> (IssuedToken) throws -> ListedDigest?

/// Builds the list of tokens in a list pack. The list includes the invalid tokens that tickets had before a reissue.
struct TokenListBuilder {
    /// The minimum number of tokens for each thread. With fewer tokens, starting another thread would take more time
    /// than that thread saves.
    private static let leastShare = 2048

    let digester: TokenDigesterFactory
    let guesses: (IssuedToken) -> [IssuedToken]

    /// The entries of the list for the given tokens. They are computed on all processors.
    func entries(_ tokens: [IssuedToken]) throws -> [ListedTokens.Entry] {
        let digester = digester
        let threads = max(
            1, min(ProcessInfo.processInfo.activeProcessorCount, tokens.count / TokenListBuilder.leastShare))
        let shares = Mutex<[Int: Result<[ListedTokens.Entry], any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            let share = tokens[tokens.count * thread / threads..<tokens.count * (thread + 1) / threads]
            let entries = Result {
                let digest = try digester()
                return try share.compactMap { token in
                    try digest(token).map { ListedTokens.Entry(digest: $0, serial: token.serial) }
                }
            }
            shares.withLock { $0[thread] = entries }
        }
        let made = shares.withLock(\.self)
        return try (0..<threads).flatMap { try made[$0]?.get() ?? [] }
    }

    /// The earlier tokens of reissued tickets. `reissued` contains the current tokens of these tickets. If the store
    /// has not recorded an earlier issue, `guesses` supplies its possible tokens.
    func earlierTokens(
        than reissued: [IssuedToken], of event: EventNumber, _ connection: any EngineConnection
    ) throws -> [IssuedToken] {
        guard !reissued.isEmpty else { return [] }
        let wanted = Set(reissued.map(\.serial))
        var remembered: [Serial: Set<UInt8>] = [:]
        var found: [IssuedToken] = []
        try connection.earlierIssues.forEach(of: event) { token in
            guard wanted.contains(token.serial) else { return }
            remembered[token.serial, default: []].insert(token.issue)
            found.append(token)
        }
        for token in reissued {
            let known = remembered[token.serial] ?? []
            for issue in 0..<token.issue where !known.contains(issue) {
                var earlier = token
                earlier.issue = issue
                found += guesses(earlier)
            }
        }
        return found
    }
}
