import CQRencode
import Glibc

/// Encodes symbols. This is the only Swift code that calls libqrencode.
///
/// Several threads can call version 4 of libqrencode at the same time, because a lock in the library guards the table
/// that all calls share.
enum QRencodeLibrary {
    /// Encodes the whole text as one segment. Returns nil if the text is too long for the largest version of a symbol.
    static func encode(
        _ bytes: [UInt8], as mode: SegmentMode, level: ErrorCorrectionLevel
    ) throws(QRSymbolError) -> ModuleGrid? {
        let libraryMode =
            switch mode {
            case .numeric: QR_MODE_NUM
            case .alphanumeric: QR_MODE_AN
            case .byte: QR_MODE_8
            }
        // Version 0 selects the smallest version.
        guard let input = unsafe QRinput_new2(0, level.forLibrary) else {
            throw failure(of: "QRinput_new2", errno: errno)
        }
        defer { unsafe QRinput_free(input) }
        guard unsafe QRinput_append(input, libraryMode, Int32(bytes.count), bytes) == 0 else {
            throw failure(of: "QRinput_append", errno: errno)
        }
        // libqrencode returns null both if the text is too long and after any other failure; only `errno` distinguishes
        // the two cases.
        errno = 0
        return unsafe try makeGrid(QRcode_encodeInput(input), errno: errno, from: "QRcode_encodeInput")
    }

    /// Encodes the text in the segments that libqrencode chooses. Returns nil if the text is too long for the largest
    /// version of a symbol. The text must not contain NUL.
    static func encodeSplitting(_ text: String, level: ErrorCorrectionLevel) throws(QRSymbolError) -> ModuleGrid? {
        errno = 0
        let code = unsafe text.withCString { text in
            unsafe QRcode_encodeString(text, 0, level.forLibrary, QR_MODE_8, 1)
        }
        return unsafe try makeGrid(code, errno: errno, from: "QRcode_encodeString")
    }

    /// Copies the modules from the symbol that the library made, and frees that symbol. Returns nil if the library
    /// reports that the text is too long.
    private static func makeGrid(
        _ code: UnsafeMutablePointer<QRcode>?, errno: Int32, from function: String
    ) throws(QRSymbolError) -> ModuleGrid? {
        guard let code = unsafe code else {
            if errno == ERANGE { return nil }
            throw failure(of: function, errno: errno)
        }
        defer { unsafe QRcode_free(code) }
        let side = unsafe Int(code.pointee.width)
        guard side >= 21, side <= 177, let data = unsafe code.pointee.data else {
            throw .library(function, errno: 0)
        }
        // The lowest bit of each byte is the colour of a module. The other bits describe the module's purpose.
        let modules = unsafe UnsafeBufferPointer(start: data, count: side * side).map { $0 & 1 }
        return ModuleGrid(side: side, modules: modules)
    }

    private static func failure(of function: String, errno: Int32) -> QRSymbolError {
        errno == ENOMEM ? .outOfMemory : .library(function, errno: errno)
    }
}

extension ErrorCorrectionLevel {
    fileprivate var forLibrary: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
