import Glibc

/// A cryptographically secure generator that gets its numbers from the kernel in blocks, because a system call for each
/// number is slow. It is a class, because a copied struct would return the same numbers as the original.
final class BlockRandomNumberGenerator: RandomNumberGenerator {
    /// The maximum number of bytes that one call of `getentropy` returns (getentropy(3)).
    private static let blockSize = 256

    private var numbers: [UInt64] = []

    func next() -> UInt64 {
        if numbers.isEmpty { refill() }
        return numbers.removeLast()
    }

    private func refill() {
        let count = BlockRandomNumberGenerator.blockSize / MemoryLayout<UInt64>.size
        numbers = unsafe [UInt64](unsafeUninitializedCapacity: count) { buffer, filled in
            let status = unsafe getentropy(buffer.baseAddress, BlockRandomNumberGenerator.blockSize)
            precondition(status == 0, "the kernel returned no random numbers")
            filled = count
        }
    }
}
