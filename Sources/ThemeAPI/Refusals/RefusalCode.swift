/// Every way in which a request can be refused: a stable word for machines, with its status and title.
package enum RefusalCode: String, Sendable, Hashable, CaseIterable {
  case badRequest = "bad-request"
  case unknownParameter = "unknown-parameter"
  case repeatedParameter = "repeated-parameter"
  case missingParameter = "missing-parameter"
  case badParameter = "bad-parameter"
  case badBody = "bad-body"
  case unknownClass = "unknown-class"
  case unknownProperty = "unknown-property"
  case tooDeep = "too-deep"
  case badCursor = "bad-cursor"
  case unauthorized = "unauthorized"
  case forbidden = "forbidden"
  case notFound = "not-found"
  case unknownTheme = "unknown-theme"
  case unknownKit = "unknown-kit"
  case unknownChannel = "unknown-channel"
  case unknownColor = "unknown-color"
  case unknownImage = "unknown-image"
  case unknownValue = "unknown-value"
  case unknownSchedule = "unknown-schedule"
  case unknownChange = "unknown-change"
  case methodNotAllowed = "method-not-allowed"
  case notAcceptable = "not-acceptable"
  case tooSlow = "too-slow"
  case conflict = "conflict"
  case inUse = "in-use"
  case otherKit = "other-kit"
  case archiveTooLarge = "archive-too-large"
  case gone = "gone"
  case preconditionFailed = "precondition-failed"
  case bodyTooLarge = "body-too-large"
  case tooManyNodes = "too-many-nodes"
  case targetTooLong = "target-too-long"
  case unsupportedMediaType = "unsupported-media-type"
  case rangeNotSatisfiable = "range-not-satisfiable"
  case refusedTheme = "refused-theme"
  case refusedPackage = "refused-package"
  case keyReused = "key-reused"
  case headersTooLarge = "headers-too-large"
  case internalError = "internal-error"
  case notImplemented = "not-implemented"
  case busy = "busy"
  case themeNotHere = "theme-not-here"
  case storeUnavailable = "store-unavailable"
  case versionNotSupported = "version-not-supported"
  case storeFull = "store-full"
}
extension RefusalCode {
  /// The `type` of a problem document.
  package var type: String { "urn:livery:problem:\(rawValue)" }

  package var status: Int { row.status }

  package var title: String { row.title }

  private var row: (status: Int, title: String) {
    switch self {
    case .badRequest: (400, "Bad request")
    case .unknownParameter: (400, "Unknown parameter")
    case .repeatedParameter: (400, "Repeated parameter")
    case .missingParameter: (400, "Missing parameter")
    case .badParameter: (400, "Bad parameter")
    case .badBody: (400, "Bad body")
    case .unknownClass: (400, "Unknown class")
    case .unknownProperty: (400, "Unknown property")
    case .tooDeep: (400, "Too deep")
    case .badCursor: (400, "Bad cursor")
    case .unauthorized: (401, "Not authorized")
    case .forbidden: (403, "Forbidden")
    case .notFound: (404, "Not found")
    case .unknownTheme: (404, "Unknown theme")
    case .unknownKit: (404, "Unknown kit")
    case .unknownChannel: (404, "Unknown channel")
    case .unknownColor: (404, "Unknown color")
    case .unknownImage: (404, "Unknown image")
    case .unknownValue: (404, "Unknown value")
    case .unknownSchedule: (404, "Unknown schedule")
    case .unknownChange: (404, "Unknown change")
    case .methodNotAllowed: (405, "Method not allowed")
    case .notAcceptable: (406, "Not acceptable")
    case .tooSlow: (408, "Request timeout")
    case .conflict: (409, "Conflict")
    case .inUse: (409, "In use")
    case .otherKit: (409, "Other kit")
    case .archiveTooLarge: (409, "Archive too large")
    case .gone: (410, "Cursor gone")
    case .preconditionFailed: (412, "Precondition failed")
    case .bodyTooLarge: (413, "Content too large")
    case .tooManyNodes: (413, "Too many nodes")
    case .targetTooLong: (414, "URI too long")
    case .unsupportedMediaType: (415, "Unsupported media type")
    case .rangeNotSatisfiable: (416, "Range not satisfiable")
    case .refusedTheme: (422, "Refused theme")
    case .refusedPackage: (422, "Refused package")
    case .keyReused: (422, "Key reused")
    case .headersTooLarge: (431, "Request header fields too large")
    case .internalError: (500, "Internal error")
    case .notImplemented: (501, "Not implemented")
    case .busy: (503, "Service unavailable")
    case .themeNotHere: (503, "Theme not here")
    case .storeUnavailable: (503, "Store unavailable")
    case .versionNotSupported: (505, "HTTP version not supported")
    case .storeFull: (507, "Store full")
    }
  }
}
