public import FileAccess
import Glibc
import Ticketing

/// The process that decodes pictures for `PicturePool`. It decodes one picture, and ends. A picture from a stranger
/// could attack a decoder, so the process first gives up its rights to open files and to start programs.
public enum PictureProcess {
    /// The maximum memory that the process can allocate for decoding, in bytes. The largest accepted picture needs
    /// about half of it.
    static let memory = 512 << 20
    /// The number of seconds after which the process ends itself. The parent process stops waiting before that time.
    private static let seconds: UInt32 = 120

    /// Takes rights away from this process (`Sandbox.lock`), and decodes the picture that arrives on standard input,
    /// which is a socket.
    ///
    /// - Parameter locks: the kernel features that take the rights away. If the kernel offers none of these features,
    ///   the process refuses to decode.
    public static func run(locks: Sandbox.Locks = .all) {
        let held = Sandbox.lock(with: locks, memory: memory)
        alarm(seconds)
        let wire = SocketConnection(descriptor: STDIN_FILENO, deadline: nil)
        do {
            try wire.send(held.isEmpty ? PictureProtocol.unlocked : PictureProtocol.ready)
            guard !held.isEmpty else { return }
            let role = try PictureProtocol.receiveRole(from: wire)
            let file = try wire.bytes(wire.number(upTo: PictureError.byteLimit))
            let outcome = Result { () throws(PictureError) in try PictureDecoder.prepare(file, as: role) }
            try PictureProtocol.send(outcome, to: wire)
        } catch {
            // The parent process has closed the socket or has sent an invalid number. The process ends.
        }
    }
}
