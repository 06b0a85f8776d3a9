/// The files that the unzip command extracts from an archive.
public func unzipped(_ archive: [UInt8]) throws -> [String: [UInt8]] {
    let folder = try TemporaryFolder()
    try folder.write(archive, to: "archive.zip")
    try Tool.run("unzip", ["-q", folder("archive.zip"), "-d", folder("files")]).requireSuccess()
    return Dictionary(uniqueKeysWithValues: try folder.names(in: "files").map { ($0, try folder.read("files/\($0)")) })
}
