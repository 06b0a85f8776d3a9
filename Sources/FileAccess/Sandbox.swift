import CSandbox

/// Takes rights away from the calling process. A process calls this before it reads a stranger's file. If the file then
/// makes the process run the stranger's code, that code can do little harm.
public enum Sandbox {
    /// The kernel's mechanisms that take rights away, here called locks. One lock is enough: under either lock, a
    /// process can neither open files nor start programs.
    public struct Locks: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Landlock, in Linux 5.13 and newer.
        public static let landlock = Locks(rawValue: CSandboxLandlock)
        /// The filter of system calls, in kernels and containers that allow it.
        public static let seccomp = Locks(rawValue: CSandboxSeccomp)
        public static let all: Locks = [.landlock, .seccomp]
    }

    /// Takes the rights of the calling process away. The process must have only one thread. It keeps its standard
    /// input, standard output and standard error, which must be open. It can no longer open files or sockets or start
    /// programs, and it cannot get these rights back.
    ///
    /// - Parameters:
    ///   - locks: the locks to use.
    ///   - memory: the number of bytes that the process may get in addition to its present memory; nil means no limit.
    /// - Returns: the locks that are now in effect; empty if none could be applied.
    public static func lock(with locks: Locks = .all, memory: Int? = nil) -> Locks {
        let held = CSandbox_lock(locks.rawValue | CSandboxDescriptors, UInt64(memory ?? 0))
        return Locks(rawValue: held).intersection(.all)
    }
}
