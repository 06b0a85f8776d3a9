import Foundation

/// How many files this process may have open; a connection is one.
enum OpenFiles {
    /// Takes what the system allows, up to a few thousand, and says how many that is.
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
