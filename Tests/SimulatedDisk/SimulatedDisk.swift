import CSimulatedDisk
import EventFixture
import Glibc

/// A simulated disk that keeps its files in memory, and fails on request. If SQLite opens a path in `folder`, it reads
/// and writes a file on this disk. Files that the program opens without SQLite (its lock files, and the empty file of a
/// new store) are real files in `folder`.
///
/// Only one thread at a time may use a disk.
@safe public final class SimulatedDisk {
    /// A failure of a step. A step is a write, a sync, a truncation, or the creation or removal of a file.
    public enum Fault: String, CaseIterable, Sendable {
        /// The disk is full. A write that fails can store a part of its bytes.
        case full
        /// The step fails. After a failed sync, the disk forgets which data it still has to store, as Linux does. Later
        /// syncs succeed, but store this data only if the program writes it again. A truncation is different: the next
        /// successful sync stores it.
        case error
        /// The power fails during the step.
        case crash

        fileprivate var code: simulated_fault {
            switch self {
            case .full: SIMULATED_FULL
            case .error: SIMULATED_ERROR
            case .crash: SIMULATED_CRASH
            }
        }
    }

    /// The duration of a fault.
    public enum Stay: String, CaseIterable, Sendable {
        case once
        case forGood
    }

    private let folder: TemporaryFolder
    private let disk: OpaquePointer

    /// Makes an empty disk.
    ///
    /// - Parameter seed: the seed of the random numbers that decide which unsynced data survives a crash.
    public init(seed: UInt64) throws {
        folder = try .inMemory()
        guard let disk = unsafe simulated_disk_make("\(folder.path)/", seed) else {
            throw Surprise("can't create a simulated disk")
        }
        unsafe self.disk = disk
    }

    deinit { unsafe simulated_disk_end(disk) }

    /// The path of a file on the disk.
    public func callAsFunction(_ name: String) -> String { folder(name) }

    /// The number of steps since the last call of `count()`.
    public var steps: Int { Int(unsafe simulated_disk_counts(disk).steps) }
    public var syncs: Int { Int(unsafe simulated_disk_counts(disk).syncs) }
    public var writes: Int { Int(unsafe simulated_disk_counts(disk).writes) }

    /// The number of steps that failed.
    public var faults: Int { Int(unsafe simulated_disk_counts(disk).faults) }

    /// Restarts the count of steps.
    public func count() { unsafe simulated_disk_count(disk) }

    /// Plans the failure of a step.
    ///
    /// - Parameter step: the number of the step that fails; step 1 is the first step after the last call of `count()`.
    public func plan(_ fault: Fault, at step: Int, staying stay: Stay = .once) {
        unsafe simulated_disk_plan(disk, fault.code, Int64(step), stay == .forGood ? 1 : 0)
    }

    public func planNothing() { unsafe simulated_disk_plan_nothing(disk) }

    /// From now on, syncs report success and do nothing.
    public func lieAboutSyncs() { unsafe simulated_disk_lie(disk, 1) }

    /// From now on, writes that change no bytes are skipped.
    public func leaveOutEqualWrites() { unsafe simulated_disk_skip_equal(disk, 1) }

    /// From now on, the simulated program with this number (0 to 7) opens the files. Connections of one program
    /// coordinate with each other without the system's locks.
    public func enter(program: Int) { unsafe simulated_disk_enter(disk, Int32(program)) }

    /// Acts as if the program opened a file without SQLite, and then closed the file. The system then releases all
    /// locks of the program on the file (POSIX, `fcntl`).
    public func closeDescriptor(of name: String) { unsafe simulated_disk_close_descriptor(disk, self(name)) }

    /// Acts as if the program opened and closed the index of a file's log, `-shm`. The system then releases the
    /// program's locks on the index.
    public func closeIndexDescriptor(of name: String) { unsafe simulated_disk_close_index_descriptor(disk, self(name)) }

    public var isDown: Bool { unsafe simulated_disk_is_down(disk) != 0 }

    public func cutPower() { unsafe simulated_disk_cut(disk) }

    /// Restores power, with the data that the disk kept.
    ///
    /// - Throws: `Surprise` if a store that was opened before the failure is still open.
    public func start() throws {
        guard unsafe simulated_disk_start(disk) != 0 else {
            throw Surprise("a store that was opened before the power failure is still open")
        }
    }

    /// Continues as if all programs had been killed, without a power failure.
    ///
    /// - Throws: `Surprise` if a store that the programs opened is still open.
    public func goOn() throws {
        guard unsafe simulated_disk_go_on(disk) != 0 else {
            throw Surprise("a store of a killed program is still open")
        }
    }

    /// A file's bytes as programs see them; nil if the file does not exist.
    public func bytes(of name: String) -> [UInt8]? {
        var length: Int64 = 0
        guard let bytes = unsafe simulated_disk_look(disk, self(name), &length) else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }

    /// Writes a file to the disk, with all of its bytes synced.
    public func write(_ bytes: [UInt8], to name: String) throws {
        guard unsafe simulated_disk_put(disk, self(name), bytes, Int64(bytes.count)) != 0 else {
            throw Surprise("no memory for \(name)")
        }
    }

    /// Renames a file on this disk from its hidden temporary name to its final name. The program renames the file
    /// without SQLite, so the program's own call has no effect on this disk.
    ///
    /// - Returns: whether all steps succeeded.
    public func place(_ name: String) -> Bool {
        guard let partial = unsafe simulated_disk_find(disk, self(".\(name).")) else { return false }
        return unsafe simulated_disk_place(disk, String(cString: partial), self(name)) != 0
    }

    /// Copies to the real folder the data that the program reads without SQLite: the first 100 bytes of a file, and an
    /// empty log if the file has a log.
    public func show(_ name: String) throws {
        try folder.write(Array((bytes(of: name) ?? []).prefix(100)), to: name)
        let log = "\(name)-wal"
        if bytes(of: log) == nil { unsafe unlink(self(log)) } else { try folder.write([], to: log) }
    }
}
