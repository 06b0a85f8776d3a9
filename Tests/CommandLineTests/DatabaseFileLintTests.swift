import EventFixture
import Foundation
import Testing

/// Runs the lint script `.ci/database-files` on generated sources. The script refuses calls that could close a
/// descriptor of an open SQLite database, because the process would then lose its locks on the database.
@Suite("The lint refuses code that could close a database’s descriptor", .lowPriority)
struct DatabaseFileLintTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in [".ci", "Sources"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: false)
        }
        try FileManager.default.copyItem(
            at: Project.file(".ci/database-files"),
            to: URL(filePath: folder(".ci/database-files")))
    }

    /// The lines that the script refuses, as `file:line`.
    private func refused() throws -> Set<String> {
        let outcome = try folder.sh(".ci/database-files")
        let locations = outcome.lines.compactMap { $0.firstMatch(of: #/^(Sources/.+?:[0-9]+):/#).map { String($0.1) } }
        #expect(outcome.errors.isEmpty && outcome.status == (locations.isEmpty ? 0 : 1), "\(outcome)")
        return Set(locations)
    }

    /// Pieces of code with a forbidden call, and the number of the line that the script must refuse. Each piece gets a
    /// separate file.
    private static let forms: [(code: String, line: Int)] = [
        ("close(descriptor)", 1), ("close(\n    descriptor)", 1), ("Glibc.close(descriptor)", 1),
        ("unsafe close(descriptor)", 1), ("fds.forEach(close)", 1), ("fds.map(Glibc.close)", 1),
        ("fds.map(Glibc\n    .close)", 1), ("let end = close", 1), ("let end = close as (Int32) -> Int32", 1),
        ("close_range(3, 9, 0)", 1), ("closefrom(3)", 1), ("syscall(Int(SYS_close), 3)", 1), ("dup2(3, 4)", 1),
        ("dup(3)", 1), ("fopen(path, \"r\")", 1), ("fclose(file)", 1), ("creat(path, 0o600)", 1),
        ("Data(contentsOf: url)", 1), ("Data(\n    contentsOf: url)", 1), ("Data.init(contentsOf: url)", 1),
        ("let data: Data = try .init(contentsOf: url)", 1), ("String(contentsOfFile: path, encoding: .utf8)", 1),
        ("NSDictionary(contentsOfFile: path)", 1), ("FileHandle(forReadingAtPath: path)", 1),
        ("FileHandle.init(forReadingFrom: url)", 1), ("FileHandle(fileDescriptor: 3)", 1),
        ("InputStream(url: url)", 1), ("manager.contents(atPath: path)", 1),
        ("manager.contentsEqual(atPath: path, andPath: other)", 1), ("manager.copyItem(at: url, to: other)", 1),
        ("manager.createFile(atPath: path, contents: nil)", 1), ("try data.write(to: url)", 1),
        ("try text.write(toFile: path, atomically: true, encoding: .utf8)", 1),
        ("try FileDescriptor.open(path, .readOnly).closeAfter {}", 1), ("zip_open(path, 0, &code)", 1),
        ("cairo_image_surface_create_from_png(path)", 1), ("rsvg_handle_new_from_file(path, nil)", 1),
        ("NIOSSLCertificate.fromPEMFile(path)", 1), ("NIOSSLPrivateKey(file: path, format: .pem)", 1),
        ("let file = try DatabaseFile(path, for: .reading)", 1), ("try DatabaseFile.init(path, for: .reading)", 1),
        ("let header = try? SQLiteHeader(\n    path: path)", 1),
        // The script also finds calls near code that could mislead it, such as strings with slashes or quotation marks.
        ("let url = \"https://example.org\"; close(descriptor)", 1), ("zip_source_free(source); close(descriptor)", 1),
        ("/* a : // b */ close(descriptor)", 1), ("func openAll() { close(descriptor) }", 1),
        ("func closeAll() { close(descriptor) }", 1), ("print(\"\\(close(descriptor))\")", 1),
        ("let text = \"\"\"\n    a \" b\n    \"\"\"\nclose(descriptor)", 4),
        ("text.firstMatch(of: /\"/)\nclose(descriptor)", 2), ("let text = #\"a \\\" b\"#; close(descriptor)", 1),
        ("@_silgen_name(\"close\") func end(_ descriptor: Int32) -> Int32", 1),
    ]

    private static let formsOfC = [
        "close(fd);", "fclose(file);", "int (*end)(int) = close;", "std::ifstream file(path);",
    ]

    @Test("The lint finds every form of a forbidden call in Swift, C and C++ files, even across several lines")
    func forms() throws {
        var expected: Set<String> = []
        for (number, form) in DatabaseFileLintTests.forms.enumerated() {
            try folder.write("import Foundation\n\n\(form.code)\n", to: "Sources/Form\(number).swift")
            expected.insert("Sources/Form\(number).swift:\(form.line + 2)")
        }
        for (number, form) in DatabaseFileLintTests.formsOfC.enumerated() {
            for ending in ["c", "cc", "cpp", "h", "hpp"] {
                try folder.write("/* \" */\n\(form)\n", to: "Sources/form\(number).\(ending)")
                expected.insert("Sources/form\(number).\(ending):2")
            }
        }
        #expect(try refused() == expected)
    }

    @Test("The lint accepts forbidden names in harmless places, such as comments, strings and argument labels")
    func harmless() throws {
        let code = """
            // close(descriptor)
            /* close(descriptor) /* fopen */ Data(contentsOf: url) */
            print("close(descriptor) \\(file.name) Data(contentsOf: url)")
            let text = \"\"\"
                close(descriptor)
                \"\"\"
            file.close()
            try queue.close()
            DatabaseFile.close(descriptor)
            let header = try SQLiteHeader(file)
            func close(_ descriptor: Int32) {}
            close()
            words.append(contentsOf: other)
            json.write(to: &bytes)
            try AtomicFile.write(to: path, existing: .refuse) { _ in }
            zip_source_free(source)
            open(path, O_RDONLY)
            """
        try folder.write(code, to: "Sources/Harmless.swift")
        try folder.write(
            "file->close(file); file.close(1); // close(fd)\nmethods.xClose = file_close;\n", to: "Sources/harmless.c")
        #expect(try refused() == [])
    }

    @Test("The lint allows each listed exception once per file: it refuses a repeated line, and reports a missing one")
    func allowed() throws {
        let script = String(decoding: try folder.read(".ci/database-files"), as: UTF8.self)
        let block = try #require(
            script.split(separator: "ALLOWED = r\"\"\"\n").last?.split(separator: "\"\"\"\n").first)
        let files = block.split(separator: "\n").filter { $0.hasPrefix("Sources/") }.map(String.init)
        try #require(files.count > 10)
        var expected: Set<String> = []
        for file in files {
            let url = URL(filePath: folder(file))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            let text = try String(
                contentsOf: Project.file(file), encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
            let own = try #require(
                block.split(separator: "\n").drop { $0 != file }.dropFirst().first
                    .map { $0.trimmingCharacters(in: .whitespaces) })
            // Two lines are added to the file: one more copy of its allowed line, and a line that is not allowed.
            try Data("\(text)\(own)\nclose(planted)\n".utf8).write(to: url)
            expected.formUnion(["\(file):\(lines)", "\(file):\(lines + 1)"])
        }
        #expect(try refused() == expected)
        let file = try #require(files.first { $0.hasSuffix("/CreatedFolders.swift") })
        try folder.write("\n", to: file)
        #expect(
            try folder.sh(".ci/database-files").text.contains("\(file): “close(descriptor)” is allowed, but missing"))
    }
}
