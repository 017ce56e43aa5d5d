import CSQLite
import Foundation

/// The C part of `RecordedDisk`: an `sqlite3_vfs` whose files wrap the real ones.
///
///     memory of an open file:  sqlite3_file | Unmanaged<OpenFile> | the real sqlite3_file …
enum RecordedFileSystem {
  /// The disk and the name of an open file.
  private final class OpenFile {
    let disk: RecordedDisk
    let name: String

    init(_ disk: RecordedDisk, _ name: String) {
      self.disk = disk
      self.name = name
    }
  }

  private struct Head {
    var base: sqlite3_file
    var open: Unmanaged<OpenFile>?
  }

  private typealias File = UnsafeMutablePointer<sqlite3_file>

  /// Registers a file system, which exists until the process ends, as SQLite requires.
  static func register(_ disk: RecordedDisk) {
    guard let original = sqlite3_vfs_find(nil) else { return }
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: original.pointee)
    system.pointee.pNext = nil
    system.pointee.szOsFile += Int32(MemoryLayout<Head>.stride)
    system.pointee.zName = disk.name.withCString { UnsafePointer(strdup($0)) }
    system.pointee.pAppData = Unmanaged.passRetained(disk).toOpaque()
    system.pointee.xOpen = { system, path, file, flags, outFlags in
      guard let system, let file, let original = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
      let code = original.pointee.xOpen(
        original, path, RecordedFileSystem.real(file), flags, outFlags)
      file.pointee.pMethods = nil
      guard code == SQLITE_OK else { return code }
      let name = path.map { String(cString: $0).split(separator: "/").last.map(String.init) ?? "" }
      let open = OpenFile(RecordedFileSystem.owner(of: system), name ?? "temporary")
      RecordedFileSystem.head(file).pointee.open = Unmanaged.passRetained(open)
      file.pointee.pMethods = UnsafePointer(RecordedFileSystem.methods)
      return code
    }
    system.pointee.xDelete = { system, path, syncDirectory in
      guard let system, let path, let original = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
      let name = String(cString: path).split(separator: "/").last.map(String.init) ?? ""
      guard RecordedFileSystem.owner(of: system).record(.delete(file: name)) else {
        return deletionFailed
      }
      return original.pointee.xDelete(original, path, syncDirectory)
    }
    sqlite3_vfs_register(system, 0)
  }

  private static func owner(of system: UnsafeMutablePointer<sqlite3_vfs>) -> RecordedDisk {
    Unmanaged<RecordedDisk>.fromOpaque(system.pointee.pAppData).takeUnretainedValue()
  }

  private static func head(_ file: File) -> UnsafeMutablePointer<Head> {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: Head.self)
  }

  private static func real(_ file: File) -> File {
    UnsafeMutableRawPointer(file).advanced(by: MemoryLayout<Head>.stride)
      .assumingMemoryBound(to: sqlite3_file.self)
  }

  /// Records an operation on an open file; returns `false` if it must fail.
  private static func record(
    _ file: File, _ make: (String) -> RecordedDisk.Operation
  ) -> Bool {
    guard let open = RecordedFileSystem.head(file).pointee.open?.takeUnretainedValue() else {
      return true
    }
    return open.disk.record(make(open.name))
  }

  /// The methods of a file: all are forwarded, and those that change it are recorded.
  nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 2
    recordChanges(&methods.pointee)
    passOn(&methods.pointee)
    passOnSharedMemory(&methods.pointee)
    return methods
  }()

  private static func recordChanges(_ methods: inout sqlite3_io_methods) {
    methods.xWrite = { file, buffer, amount, offset in
      guard let file, let buffer else { return SQLITE_ERROR }
      let bytes = [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(amount)))
      guard RecordedFileSystem.record(file, { .write(file: $0, offset: Int(offset), bytes: bytes) })
      else {
        return SQLITE_FULL
      }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xWrite(
        RecordedFileSystem.real(file), buffer, amount, offset)
    }
    methods.xTruncate = { file, size in
      guard let file else { return SQLITE_ERROR }
      guard RecordedFileSystem.record(file, { .truncate(file: $0, size: Int(size)) }) else {
        return SQLITE_IOERR
      }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xTruncate(
        RecordedFileSystem.real(file), size)
    }
    methods.xSync = { file, flags in
      guard let file else { return SQLITE_ERROR }
      guard RecordedFileSystem.record(file, { .sync(file: $0) }) else { return SQLITE_IOERR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xSync(
        RecordedFileSystem.real(file), flags)
    }
  }

  private static func passOn(_ methods: inout sqlite3_io_methods) {
    methods.xClose = { file in
      guard let file else { return SQLITE_ERROR }
      RecordedFileSystem.head(file).pointee.open?.release()
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xClose(
        RecordedFileSystem.real(file))
    }
    methods.xRead = { file, buffer, amount, offset in
      guard let file else { return SQLITE_ERROR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xRead(
        RecordedFileSystem.real(file), buffer, amount, offset)
    }
    methods.xFileSize = { file, size in
      guard let file else { return SQLITE_ERROR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xFileSize(
        RecordedFileSystem.real(file), size)
    }
    methods.xLock = { file, level in
      guard let file else { return SQLITE_ERROR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xLock(
        RecordedFileSystem.real(file), level)
    }
    methods.xUnlock = { file, level in
      guard let file else { return SQLITE_ERROR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xUnlock(
        RecordedFileSystem.real(file), level)
    }
    methods.xCheckReservedLock = { file, result in
      guard let file else { return SQLITE_ERROR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xCheckReservedLock(
        RecordedFileSystem.real(file), result)
    }
    methods.xFileControl = { file, operation, argument in
      guard let file else { return SQLITE_ERROR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xFileControl(
        RecordedFileSystem.real(file), operation, argument)
    }
    methods.xSectorSize = { file in
      guard let file else { return 512 }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xSectorSize(
        RecordedFileSystem.real(file))
    }
    // Promises nothing about torn or reordered writes, like the disk of the tests.
    methods.xDeviceCharacteristics = { _ in 0 }
  }

  private static func passOnSharedMemory(_ methods: inout sqlite3_io_methods) {
    methods.xShmMap = { file, page, size, extend, memory in
      guard let file else { return SQLITE_ERROR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xShmMap(
        RecordedFileSystem.real(file), page, size, extend, memory)
    }
    methods.xShmLock = { file, offset, count, flags in
      guard let file else { return SQLITE_ERROR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xShmLock(
        RecordedFileSystem.real(file), offset, count, flags)
    }
    methods.xShmBarrier = { file in
      guard let file else { return }
      RecordedFileSystem.real(file).pointee.pMethods.pointee.xShmBarrier(
        RecordedFileSystem.real(file))
    }
    methods.xShmUnmap = { file, delete in
      guard let file else { return SQLITE_ERROR }
      return RecordedFileSystem.real(file).pointee.pMethods.pointee.xShmUnmap(
        RecordedFileSystem.real(file), delete)
    }
  }
}

/// The extended code is a function-like macro in SQLite's header, which Swift cannot import.
private let deletionFailed = SQLITE_IOERR | (10 << 8)
