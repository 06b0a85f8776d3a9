public import Cryptography
import Drawing
import Foundation
public import Ticketing

/// A pass for Apple Wallet: `pass.json`, pictures, a manifest of their SHA-1 digests, and a detached signature over it,
/// in a ZIP archive (Apple, “Wallet Passes”).
///
/// ```swift
/// let pass = try AppleWalletPass.bytes(for: ticket, signedBy: certificate, intermediate: wwdr, at: now)
/// ```
public enum AppleWalletPass {
    /// The same ticket, certificate and moment give the same bytes.
    ///
    /// - Parameters:
    ///   - certificate: issued by Apple for a pass type, whose identifier is its subject's user id.
    ///   - intermediate: PEM or DER with Apple's WWDR certificate; nil when it is in the certificate's file. Phones want it.
    ///   - now: the signing time.
    /// - Throws: `AttendeePackError.noPassCertificate` or `.noRSAForPasses`; `CertificateFault`; `OpenSSLError`; `DrawingError`.
    public static func bytes(
        for ticket: AttendeeTicket, signedBy certificate: SigningCertificate, intermediate: SecretBytes? = nil,
        at now: Instant
    ) throws -> [UInt8] {
        let (passType, team) = try subject(of: certificate)
        var entries = [
            ZipArchive.Entry(
                name: "pass.json", bytes: try json(ApplePass(ticket, passTypeIdentifier: passType, team: team)))
        ]
        for (name, side) in [("icon.png", 29), ("icon@2x.png", 58), ("icon@3x.png", 87)] {
            entries.append(ZipArchive.Entry(name: name, bytes: try icon(side: side)))
        }
        let digests = try entries.map { ($0.name, Hexadecimal.text(try SHA1.digest($0.bytes))) }
        let manifest = try json(Dictionary(uniqueKeysWithValues: digests))
        let signature = try CMS.detachedSignature(
            of: manifest, by: certificate, intermediates: intermediate, time: now.seconds)
        entries.append(ZipArchive.Entry(name: "manifest.json", bytes: manifest))
        entries.append(ZipArchive.Entry(name: "signature", bytes: signature))
        return try ZipArchive.bytes(entries)
    }

    /// Refuses a certificate that Apple did not issue for passes.
    ///
    /// - Throws: `AttendeePackError.noPassCertificate` or `.noRSAForPasses`.
    public static func check(_ certificate: SigningCertificate) throws(AttendeePackError) {
        _ = try subject(of: certificate)
    }

    private static func subject(
        of certificate: SigningCertificate
    ) throws(AttendeePackError) -> (passType: String, team: String) {
        guard let passType = certificate.userID, passType.hasPrefix("pass."), let team = certificate.organizationalUnit
        else { throw .noPassCertificate(name: certificate.name) }
        guard certificate.isRSA else { throw .noRSAForPasses(name: certificate.name) }
        return (passType, team)
    }

    private static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// The pattern that stands in three corners of every symbol.
    private static func icon(side: Int) throws -> [UInt8] {
        let side = Double(side)
        return try Canvas.png(width: side, height: side, scale: 1) { canvas in
            let unit = side / 29
            func square(_ inset: Double, _ radius: Double, _ colour: Canvas.Colour) {
                let length = side - 2 * inset * unit
                canvas.fill(
                    Canvas.Box(x: inset * unit, y: inset * unit, width: length, height: length), radius: radius * unit,
                    colour)
            }
            square(0, 0, Palette.night)
            square(6, 3, .white)
            square(8.5, 1.5, Palette.night)
            square(11, 1, .white)
        }
    }
}
