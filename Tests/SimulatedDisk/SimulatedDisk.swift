import CSimulatedDisk
import EventFixture
import Glibc

/// A disk whose files are in memory, and which fails when it is told to. SQLite finds the files of `folder` there, below
/// the layer of checksums; what the program itself opens (locks, the empty file it makes) is in a real folder.
///
/// One thread at a time.
@safe public final class SimulatedDisk {
    /// What befalls a step: a write, a sync, a truncation, the making or the removal of a file.
    public enum Fault: String, CaseIterable, Sendable {
        /// No room, though a part of a write may have found some.
        case full
        /// The step fails. The writes that a sync should have kept count as written from then on, as on Linux: later syncs
        /// succeed, and they are lost unless they are written again. A truncation is kept by the next sync that succeeds.
        case error
        /// The power fails in the middle of it.
        case crash

        fileprivate var code: simulated_fault {
            switch self {
            case .full: SIMULATED_FULL
            case .error: SIMULATED_ERROR
            case .crash: SIMULATED_CRASH
            }
        }
    }

    /// How long a fault stays.
    public enum Stay: String, CaseIterable, Sendable {
        case once
        case forGood
    }

    private let folder: TemporaryFolder
    private let disk: OpaquePointer

    /// - Parameter seed: decides what a crash leaves of what was not synced.
    public init(seed: UInt64) throws {
        folder = try .inMemory()
        guard let disk = unsafe simulated_disk_make("\(folder.path)/", seed) else {
            throw Surprise("no simulated disk could be made")
        }
        unsafe self.disk = disk
    }

    deinit { unsafe simulated_disk_end(disk) }

    /// The path of a file on it.
    public func callAsFunction(_ name: String) -> String { folder(name) }

    /// Steps since the last call of `count()`.
    public var steps: Int { Int(unsafe simulated_disk_counts(disk).steps) }
    public var syncs: Int { Int(unsafe simulated_disk_counts(disk).syncs) }
    public var writes: Int { Int(unsafe simulated_disk_counts(disk).writes) }

    /// Steps that went wrong.
    public var faults: Int { Int(unsafe simulated_disk_counts(disk).faults) }

    /// Counts steps from here on.
    public func count() { unsafe simulated_disk_count(disk) }

    /// - Parameter step: from 1, since the last call of `count()`.
    public func plan(_ fault: Fault, at step: Int, staying stay: Stay = .once) {
        unsafe simulated_disk_plan(disk, fault.code, Int64(step), stay == .forGood ? 1 : 0)
    }

    public func planNothing() { unsafe simulated_disk_plan_nothing(disk) }

    /// From now on syncs say that they were done, and do nothing.
    public func lieAboutSyncs() { unsafe simulated_disk_lie(disk, 1) }

    /// From now on writes of bytes that are there already are left out.
    public func leaveOutEqualWrites() { unsafe simulated_disk_skip_equal(disk, 1) }

    /// From now on this program opens files, from 0 to 7. Connections of one program know of each other without the
    /// system's locks.
    public func enter(program: Int) { unsafe simulated_disk_enter(disk, Int32(program)) }

    /// The program closes a descriptor of a file that SQLite has not opened, by which the system drops all its locks on
    /// the file (POSIX, `fcntl`).
    public func closeDescriptor(of name: String) { unsafe simulated_disk_close_descriptor(disk, self(name)) }

    /// The program closes a descriptor of the index of a file's log, `-shm`: the system drops its locks on the index.
    public func closeIndexDescriptor(of name: String) { unsafe simulated_disk_close_index_descriptor(disk, self(name)) }

    public var isDown: Bool { unsafe simulated_disk_is_down(disk) != 0 }

    public func cutPower() { unsafe simulated_disk_cut(disk) }

    /// Gives the power back, to what the disk has kept.
    ///
    /// - Throws: `Surprise` while stores of before are open.
    public func start() throws {
        guard unsafe simulated_disk_start(disk) != 0 else { throw Surprise("a store is open across the power failure") }
    }

    /// Goes on as if not the power had failed, but all programs been killed.
    ///
    /// - Throws: `Surprise` while stores of before are open.
    public func goOn() throws {
        guard unsafe simulated_disk_go_on(disk) != 0 else { throw Surprise("a store is open across its program's end") }
    }

    /// What programs see in a file; nil when there is none.
    public func bytes(of name: String) -> [UInt8]? {
        var length: Int64 = 0
        guard let bytes = unsafe simulated_disk_look(disk, self(name), &length) else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }

    /// Puts a file there, synced.
    public func put(_ bytes: [UInt8], at name: String) throws {
        guard unsafe simulated_disk_put(disk, self(name), bytes, Int64(bytes.count)) != 0 else {
            throw Surprise("no memory for \(name)")
        }
    }

    /// Ends the making of a file that SQLite has written under the name of a hidden neighbour: the steps that a program
    /// takes by itself, and that the machine's own file system has taken already.
    ///
    /// - Returns: whether all went well.
    public func place(_ name: String) -> Bool {
        guard let partial = unsafe simulated_disk_find(disk, self(".\(name).")) else { return false }
        return unsafe simulated_disk_place(disk, String(cString: partial), self(name)) != 0
    }

    /// Shows the program what it looks at without SQLite, as it is here: the beginning of a file, and whether a log is
    /// beside it.
    public func show(_ name: String) throws {
        try folder.write(Array((bytes(of: name) ?? []).prefix(100)), to: name)
        let log = "\(name)-wal"
        if bytes(of: log) == nil { unsafe unlink(self(log)) } else { try folder.write([], to: log) }
    }
}
