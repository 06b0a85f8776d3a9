import EventFixture
import Foundation
import Glibc

/// A process of Debian's chromedriver, which starts browsers. It ends, and every browser with it, when this process ends,
/// however that ends: a shell waits for the end of a socket that only this process holds.
public final class Chromedriver: Sendable {
    /// The one that all tests share.
    private static let common = Result { try Chromedriver() }
    public static func shared() throws -> Chromedriver { try common.get() }

    let port: Int
    private let lifeline: Int32

    /// - Throws: `Surprise` where there is none to be started.
    public init() throws {
        var ends: [Int32] = [0, 0]
        // Closed in children from its beginning, also in one that another thread starts right now.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Surprise("no sockets") }
        lifeline = ends[1]
        let output = Pipe()
        let shell = Process()
        // In a session of its own, so that who kills this process with its group does not kill the shell.
        shell.executableURL = URL(filePath: "/usr/bin/env")
        shell.arguments = ["setsid", "/bin/sh", "-c", Chromedriver.script]
        shell.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        shell.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        port = try Chromedriver.port(from: output.fileHandleForReading)
    }

    deinit { close(lifeline) }

    private static func port(from file: FileHandle) throws -> Int {
        var text = ""
        while true {
            if let match = text.firstMatch(of: /started successfully on port (\d+)/), let port = Int(match.1) {
                return port
            }
            let more = file.availableData
            guard !more.isEmpty else {
                throw Surprise("chromedriver did not start; is the package chromium-driver there? \(text)")
            }
            text += String(decoding: more, as: UTF8.self)
        }
    }

    /// The folder is for what browsers keep; their sockets in it must not have long paths. Browsers are ended first: they
    /// write into it until they have ended.
    private static let script = """
        TMPDIR=$(mktemp -d -p /tmp) || exit 1
        export TMPDIR HOME="$TMPDIR"
        chromedriver --port=0 &
        driver=$!
        exec > /dev/null
        read -r _
        browsers=$(cat /proc/$driver/task/*/children)
        kill $browsers $driver
        for turn in 1 2 3 4 5 6 7 8 9 10; do
            kill -0 $browsers || break
            sleep 0.5
        done
        kill -9 $browsers $driver
        rm -rf "$TMPDIR"
        """
}
