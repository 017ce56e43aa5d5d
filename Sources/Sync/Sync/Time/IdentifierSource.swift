import Basics

/// Creates identifiers: UUIDs of version 7, which sort by their creation time.
///
/// RFC 9562, 5.7: 48 bits of milliseconds, version, 12 bits, variant, 62 bits. The 12 bits are a
/// counter, so that identifiers of one millisecond keep their order (6.2, method 1). It starts at 0
/// in every new millisecond. If it overflows, or the clock steps back a little, the stored
/// millisecond advances without the clock. A clock that is set back by more than a minute must have
/// been wrong before; identifiers then follow it, because a server refuses those from the future.
public final class IdentifierSource: Sendable {
  private struct State {
    var millisecond: Int64 = -1
    var counter: UInt64 = 0
  }

  private let clock: any SyncClock
  private let random: SyncRandom
  private let state = Locked(State())

  /// Creates a source with `clock` for the time and `random` for the random bits.
  public init(clock: any SyncClock, random: SyncRandom) {
    self.clock = clock
    self.random = random
  }

  /// The next identifier, in lower case.
  public func next() -> String {
    let now = clock.now.milliseconds
    let (millisecond, counter) = state.withLock { state in
      if now > state.millisecond || now < state.millisecond - 60_000 {
        state = State(millisecond: now)
      } else if state.counter < 0xFFF {
        state.counter += 1
      } else {
        state = State(millisecond: state.millisecond + 1)
      }
      return (state.millisecond, state.counter)
    }
    let high = UInt64(bitPattern: millisecond) << 16 | 0x7000 | counter
    let low = random.next() >> 2 | 0x8000_0000_0000_0000
    return IdentifierSource.text(high, low)
  }

  /// A random UUID of version 4, for keys that must not reveal anything.
  public func nextKey() -> String {
    let high = random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = random.next() >> 2 | 0x8000_0000_0000_0000
    return IdentifierSource.text(high, low)
  }

  /// The time in an identifier; `nil` if it is not a UUID of version 7.
  static func time(of identifier: String) -> Timestamp? {
    let digits = identifier.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32, digits[12] == UInt8(ascii: "7"),
      let milliseconds = Int64(String(decoding: digits.prefix(12), as: UTF8.self), radix: 16)
    else { return nil }
    return Timestamp(milliseconds: milliseconds)
  }

  private static func text(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var place = 0
      for number in [high, low] {
        for shift in stride(from: 60, through: 0, by: -4) {
          if [8, 13, 18, 23].contains(place) {
            buffer[place] = UInt8(ascii: "-")
            place += 1
          }
          let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift) & 0xF)
          buffer[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
          place += 1
        }
      }
      return place
    }
  }
}
