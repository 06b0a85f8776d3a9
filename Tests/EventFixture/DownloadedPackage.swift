import Foundation
public import Testing

/// Packages of PyPI, which `make` downloads into `.build` for tests.
public enum DownloadedPackage {
    /// The folder into which a package is downloaded.
    public static func path(of package: String) -> String { Project.file(".build/\(package)").path }

    /// Whether a package was downloaded.
    public static func has(_ package: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path(of: package))/done")
    }

    /// Whether tests fail if a program or package that they need is missing. This is true in continuous integration.
    /// Otherwise, these tests are skipped.
    public static var demandsAll: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }
}

extension Trait where Self == ConditionTrait {
    /// For tests that need a package of PyPI (see `demandsAll`).
    ///
    /// - Parameter target: the target of the Makefile that downloads the package.
    public static func needs(_ package: String, from target: String = "mailtools") -> Self {
        .enabled(
            if: DownloadedPackage.has(package) || DownloadedPackage.demandsAll,
            "\(package) is missing: make \(target) downloads it")
    }

    /// For tests that need a program of Debian (see `demandsAll`).
    public static func needsProgram(_ path: String, package: String) -> Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: path) || DownloadedPackage.demandsAll,
            "\(path) is missing: install the Debian package \(package)")
    }
}
