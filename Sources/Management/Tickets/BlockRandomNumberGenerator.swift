import Glibc

/// A cryptographically secure generator that gets its numbers from the kernel in blocks. A system call for each number
/// would take a tenth of the time in which many tickets are issued.
struct BlockRandomNumberGenerator: RandomNumberGenerator {
    /// The maximum number of bytes that `getrandom` returns completely even if a signal arrives (getrandom(2)).
    private static let blockSize = 256

    private var numbers: [UInt64] = []

    mutating func next() -> UInt64 {
        if numbers.isEmpty { refill() }
        return numbers.removeLast()
    }

    private mutating func refill() {
        let count = BlockRandomNumberGenerator.blockSize / MemoryLayout<UInt64>.size
        numbers = unsafe [UInt64](unsafeUninitializedCapacity: count) { buffer, filled in
            let length = unsafe getrandom(buffer.baseAddress, BlockRandomNumberGenerator.blockSize, 0)
            // The kernel's generator fails only if the arguments are wrong or the system is not yet initialised.
            precondition(length == BlockRandomNumberGenerator.blockSize, "the kernel gives no random numbers")
            filled = count
        }
    }
}
