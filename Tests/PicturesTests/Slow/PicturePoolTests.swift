import EventFixture
import FileAccess
import Foundation
import Pictures
import Testing
import Ticketing

@Suite("Each picture is decoded in a separate process", .slow)
struct PicturePoolTests {
    private func pool(_ command: [String]) -> PicturePool { PicturePool(command, timeLimit: .seconds(120)) }

    private func program() throws -> PicturePool { pool([try Program.url.path, "read-picture"]) }

    @Test("The separate process returns the same files and errors as the decoder")
    func process() async throws {
        let pool = try program()
        let sample = SamplePicture()
        let picture = try await pool.prepare(sample.webp, as: .poster)
        #expect(picture == (try PictureDecoder.prepare(sample.webp, as: .poster)))
        await #expect(throws: PictureError.tooSmall(width: 100, height: 300, role: .logo)) {
            try await pool.prepare(SamplePicture(width: 100, height: 300).png, as: .logo)
        }
        await #expect(throws: PictureError.tooNarrow(width: 200, height: 601)) {
            try await pool.prepare(SamplePicture(width: 200, height: 601).png, as: .logo)
        }
        await #expect(throws: PictureError.damaged) {
            try await pool.prepare(Array(sample.jpeg.prefix(5000)), as: .poster)
        }
        await #expect(throws: PictureError.notAPicture) { try await pool.prepare([1, 2, 3], as: .poster) }
        await #expect(throws: PictureError.empty) { try await pool.prepare([], as: .poster) }
    }

    @Test("If the process has no sandbox, pictures are refused, and the error names Landlock and seccomp")
    func unlocked() async throws {
        // In the first message of the process, 1 means that the process has no sandbox.
        let pool = pool(["/bin/sh", "-c", "printf '\\001\\000\\000\\000' >&0"])
        let refused = await #expect(throws: PictureError.self) {
            try await pool.prepare(SamplePicture().jpeg, as: .poster)
        }
        #expect(refused == .noLock)
        let sentence = try #require(refused).sentence.english
        #expect(sentence.contains("Landlock") && sentence.contains("seccomp"))
    }

    @Test("If a process ends, hangs or sends malformed data, only the picture of this process is refused")
    func broken() async throws {
        let file = SamplePicture().jpeg
        for script in ["exit 1", "kill -9 $$", "echo what is this >&0; cat"] {
            await #expect(throws: PictureError.tooExpensive) {
                try await pool(["/bin/sh", "-c", script]).prepare(file, as: .poster)
            }
        }
        let hanging = PicturePool(["/bin/sleep", "3600"], timeLimit: .milliseconds(100))
        await #expect(throws: PictureError.tooExpensive) { try await hanging.prepare(file, as: .poster) }
        await #expect(throws: SystemError.self) {
            try await pool(["/nonexistent/program"]).prepare(file, as: .poster)
        }
        #expect(try await program().prepare(file, as: .poster).width == 900)
    }

    @Test("If an attacker makes the process return a file of another format, the parent process refuses the picture")
    func forged() async throws {
        // The process sends `ready`, `prepared`, the width 1, the height 1, the colour 0, and the length 4. Then it
        // sends a file of 4 bytes that is not a JPEG.
        let numbers = [0, 0, 1, 1, 0, 4].map { "\\00\($0)\\000\\000\\000" }.joined()
        let pool = pool(["/bin/sh", "-c", "printf '\(numbers)<svg' >&0; cat <&0 >/dev/null"])
        await #expect(throws: PictureError.tooExpensive) {
            try await pool.prepare(SamplePicture().jpeg, as: .poster)
        }
    }

    @Test("If the maximum number of pictures is waiting, a further picture is refused at once")
    func busy() async throws {
        let pool = PicturePool(["/bin/sleep", "3600"], timeLimit: .seconds(2), mostWaiting: 1)
        let file = SamplePicture().jpeg
        let outcomes = await withTaskGroup(of: PictureError?.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    do {
                        _ = try await pool.prepare(file, as: .poster)
                        return nil
                    } catch {
                        return error as? PictureError
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == .busy }.count == 2)
        #expect(outcomes.filter { $0 == .tooExpensive }.count == 1)
    }
}
