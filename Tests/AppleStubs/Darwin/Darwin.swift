// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported import Glibc
@_exported import KQueue

// In Linux's C library, the first parameter of these functions has a type of its own.

/// The limit of open files.
public let RLIMIT_NOFILE: Int32 = 8

/// The signature only.
@discardableResult
public func getrlimit(_ resource: Int32, _ limit: UnsafeMutablePointer<rlimit>) -> Int32 { 0 }
/// The signature only.
@discardableResult
public func setrlimit(_ resource: Int32, _ limit: UnsafePointer<rlimit>) -> Int32 { 0 }
