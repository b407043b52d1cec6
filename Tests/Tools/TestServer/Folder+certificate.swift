internal import Foundation

/// A certificate for localhost that signed itself, with its key: for tests alone, good for a hundred years.
extension Folder {
  package var certificate: String { "\(path)/certificate.pem" }
  package var certificateKey: String { "\(path)/key.pem" }

  package func makeCertificate() throws { try write(.first) }

  package func write(_ pair: TestCertificate) throws {
    try Data(pair.certificate.utf8).write(to: URL(fileURLWithPath: certificate))
    try Data(pair.key.utf8).write(to: URL(fileURLWithPath: certificateKey))
  }
}

/// A certificate with its key, as PEM.
package struct TestCertificate: Sendable {
  package let certificate: String
  package let key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  package static let first = TestCertificate(certificate: certificateText, key: keyText)
  package static let second = TestCertificate(certificate: secondCertificateText, key: secondKeyText)

  /// The bytes that a handshake shows.
  package var shown: [UInt8] {
    let lines = certificate.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    return Data(base64Encoded: lines.joined()).map { Array($0) } ?? []
  }

  private static let certificateText = """
    -----BEGIN CERTIFICATE-----
    MIIBmjCCAUGgAwIBAgIUH5qobOtxsEB0BdDm6ziH9WPSAWAwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA3MDAxM1oYDzIxMjYxMDI4
    MDcwMDEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAR/nH6uNje5ujJTXRVbE14rC9cWfNrCn+p2+PtKn5hkTMrmr1sLJyRG
    QBw0BcX0FpcbO+iPsTD7tVqDIiAlAZc7o28wbTAdBgNVHQ4EFgQUbZ8+aXw+EFjM
    79dlzHIslrRJSw4wHwYDVR0jBBgwFoAUbZ8+aXw+EFjM79dlzHIslrRJSw4wDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDRwAwRAIgZJ45CqxprMwxwlDPxAN8dX5kT1sRWJBKw1wFvqfh+88CIFHK
    dkoHq0ryUDgdGVawHrEuxzP2r0BtDIIXVBvKF0xW
    -----END CERTIFICATE-----

    """

  private static let keyText = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgM4tnzD6EgJUYkDUz
    /+07Mu99a3xq4wWHj8PzRAb8H0ihRANCAAR/nH6uNje5ujJTXRVbE14rC9cWfNrC
    n+p2+PtKn5hkTMrmr1sLJyRGQBw0BcX0FpcbO+iPsTD7tVqDIiAlAZc7
    -----END PRIVATE KEY-----

    """

  private static let secondCertificateText = """
    -----BEGIN CERTIFICATE-----
    MIIBnDCCAUGgAwIBAgIUTtBXKUDNbaPTm3GEMrpLPK93/4swCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAzMzU1MFoYDzIxMjYxMDI5
    MDMzNTUwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAQW5FxVFoj+8yGP6p25fEjlhyYyG2u5ZEZZJpLHdCQ4bPAPz9kr+7cl
    tvBkj6QqE+owhMBqJvbZw9aOSyjYuizPo28wbTAdBgNVHQ4EFgQUGVaHGo9gIThp
    DOgy3/oBqwxnxTcwHwYDVR0jBBgwFoAUGVaHGo9gIThpDOgy3/oBqwxnxTcwDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDSQAwRgIhANUC7CujvawF8TLrr9c69VrF0tBkLF8ggRZAVWZ76YVxAiEA
    uyfEW1Kko2Zk7UatCj4yIFMCh1k+gFNj/F5RYCM7USg=
    -----END CERTIFICATE-----

    """

  private static let secondKeyText = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPj5BSBkBvMXTiPn/
    2E84/gtND3pN00nmhDC/7VDmiJKhRANCAAQW5FxVFoj+8yGP6p25fEjlhyYyG2u5
    ZEZZJpLHdCQ4bPAPz9kr+7cltvBkj6QqE+owhMBqJvbZw9aOSyjYuizP
    -----END PRIVATE KEY-----

    """
}
