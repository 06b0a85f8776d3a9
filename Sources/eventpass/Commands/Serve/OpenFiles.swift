import Foundation

/// The limit of open files of this process. Each connection is an open file.
enum OpenFileLimit {
    /// Raises the limit to at most 4,096, as far as the system allows.
    ///
    /// - Returns: the limit.
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
