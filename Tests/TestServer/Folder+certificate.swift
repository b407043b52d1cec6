internal import Foundation

/// A certificate for localhost that signed itself, with its key: for tests alone, good for a hundred years.
extension Folder {
  package var certificate: String { "\(path)/certificate.pem" }
  package var certificateKey: String { "\(path)/key.pem" }

  package func makeCertificate() throws {
    try Data(Self.certificateText.utf8).write(to: URL(fileURLWithPath: certificate))
    try Data(Self.keyText.utf8).write(to: URL(fileURLWithPath: certificateKey))
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
}
