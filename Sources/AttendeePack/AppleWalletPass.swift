public import Cryptography
import Drawing
import Foundation
public import Ticketing

/// A pass for Apple Wallet: a ZIP archive with `pass.json`, pictures, a manifest with the SHA-1 digests of these
/// files, and a detached signature of the manifest (Apple, “Wallet Passes”).
///
/// ```swift
/// let pass = try AppleWalletPass.bytes(for: ticket, signedBy: certificate, intermediate: wwdr, at: now)
/// ```
public enum AppleWalletPass {
    /// Creates the pass. Calls with the same arguments return the same bytes.
    ///
    /// - Parameters:
    ///   - certificate: Apple's certificate for a pass type; the user ID in its subject is the pass type identifier.
    ///   - intermediate: Apple's WWDR certificate, which issued `certificate`, as PEM or DER; nil if the file of
    ///     `certificate` contains it. Phones require the WWDR certificate in a pass.
    ///   - now: the signing time.
    ///   - pictures: a cache of decoded pictures; pass the same object for several passes, so that each picture is
    ///     decoded only once.
    /// - Throws: `TicketExportError.notAPassCertificate` or `.passCertificateNotRSA`; `CertificateFault`;
    ///   `OpenSSLError`; `DrawingError`.
    public static func bytes(
        for ticket: AttendeeTicket, signedBy certificate: SigningCertificate, intermediate: SecretBytes? = nil,
        at now: Instant, with pictures: TicketPictures = TicketPictures()
    ) throws -> [UInt8] {
        let (passType, team) = try subject(of: certificate)
        var entries = [
            ZipWriter.Entry(
                name: "pass.json", bytes: try json(ApplePass(ticket, passTypeIdentifier: passType, team: team)))
        ]
        entries += try pictures.passPictures(of: ticket.event) { try drawnPictures(of: ticket.event, pictures) }
        let digests = try entries.map { ($0.name, Hexadecimal.text(try SHA1.digest($0.bytes))) }
        let manifest = try json(Dictionary(uniqueKeysWithValues: digests))
        let signature = try CMS.detachedSignature(
            of: manifest, by: certificate, intermediates: intermediate, time: now.seconds)
        entries.append(ZipWriter.Entry(name: "manifest.json", bytes: manifest))
        entries.append(ZipWriter.Entry(name: "signature", bytes: signature))
        return try ZipWriter.bytes(entries)
    }

    /// Checks that the certificate is one that Apple issues for passes.
    ///
    /// - Throws: `TicketExportError.notAPassCertificate` or `.passCertificateNotRSA`.
    public static func check(_ certificate: SigningCertificate) throws(TicketExportError) {
        _ = try subject(of: certificate)
    }

    private static func subject(
        of certificate: SigningCertificate
    ) throws(TicketExportError) -> (passType: String, team: String) {
        guard let passType = certificate.userID, passType.hasPrefix("pass."), let team = certificate.organizationalUnit
        else { throw .notAPassCertificate(name: certificate.name) }
        guard certificate.isRSA else { throw .passCertificateNotRSA(name: certificate.name) }
        return (passType, team)
    }

    private static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    private static func drawnPictures(
        of event: AttendeeEvent, _ pictures: TicketPictures
    ) throws -> [ZipWriter.Entry] {
        var entries: [ZipWriter.Entry] = []
        for (name, side) in [("icon.png", 29), ("icon@2x.png", 58), ("icon@3x.png", 87)] {
            entries.append(ZipWriter.Entry(name: name, bytes: try icon(side: side)))
        }
        if let poster = event.poster {
            let artwork = try pictures.artwork(poster)
            for (name, scale) in [("strip.png", 1.0), ("strip@2x.png", 2), ("strip@3x.png", 3)] {
                entries.append(ZipWriter.Entry(name: name, bytes: try strip(artwork, scale: scale)))
            }
        }
        if let logo = event.logo {
            let artwork = try pictures.artwork(logo)
            for (name, scale) in [("logo.png", 1.0), ("logo@2x.png", 2), ("logo@3x.png", 3)] {
                entries.append(ZipWriter.Entry(name: name, bytes: try logoPlate(artwork, scale: scale)))
            }
        }
        return entries
    }

    /// Draws the poster for the area behind the event's title, in the size that Apple recommends for tickets (375 × 98
    /// points). The poster is darkened, because the title is white.
    private static func strip(_ poster: Artwork, scale: Double) throws -> [UInt8] {
        let (width, height) = (375 * scale, 98 * scale)
        return try Canvas.png(width: width, height: height, scale: 1) { canvas in
            try canvas.cover(
                Canvas.Box(x: 0, y: 0, width: width, height: height), with: poster, dimming: 0.45)
        }
    }

    /// Draws the logo that phones show in the upper left corner, in the largest size that Apple allows (160 × 50
    /// points).
    private static func logoPlate(_ logo: Artwork, scale: Double) throws -> [UInt8] {
        let plate = LogoPlate(logo, width: 160 * scale, height: 50 * scale, padding: 4 * scale)
        return try Canvas.png(width: plate.width, height: plate.height, scale: 1) { canvas in
            try plate.draw(on: canvas, x: 0, y: 0, radius: 0)
        }
    }

    /// Draws an icon with the finder pattern, which is in three corners of every QR symbol.
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
            square(0, 0, Palette.darkBackground)
            square(6, 3, .white)
            square(8.5, 1.5, Palette.darkBackground)
            square(11, 1, .white)
        }
    }
}
