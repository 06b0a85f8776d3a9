import EventFixture
import Foundation
import ServerFixture

/// A process of Debian's chromedriver, which starts browsers. A shell waits until the test process ends or crashes. The
/// shell then ends chromedriver and all browsers that chromedriver started.
public final class Chromedriver: Sendable {
    /// The chromedriver process that all tests share.
    private static let common = Result { try Chromedriver() }
    public static func shared() throws -> Chromedriver { try common.get() }

    let port: Int
    private let shell: LifelineShell

    /// Starts chromedriver on a free port.
    ///
    /// - Throws: `Surprise` if chromedriver can't be started.
    public init() throws {
        let output = Pipe()
        shell = try LifelineShell(
            Chromedriver.script, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], output: output)
        port = try Chromedriver.port(from: output.fileHandleForReading)
    }

    private static func port(from file: FileHandle) throws -> Int {
        var text = ""
        while true {
            if let match = text.firstMatch(of: /started successfully on port (\d+)/), let port = Int(match.1) {
                return port
            }
            let more = file.availableData
            guard !more.isEmpty else {
                throw Surprise("chromedriver did not start; is the package chromium-driver installed? \(text)")
            }
            text += String(decoding: more, as: UTF8.self)
        }
    }

    /// The script that the shell runs. It creates a temporary folder for the browsers' data and sockets. The folder's
    /// path must be short, because the length of a socket's path is limited. The folder is removed last, because
    /// browsers write into the folder until they end.
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
