/// The reasons for which a request can be refused: stable words for machines, each with a status and a title.
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
  case needsAnother = "needs-another"
  case notFound = "not-found"
  case unknownTheme = "unknown-theme"
  case unknownKit = "unknown-kit"
  case unknownChannel = "unknown-channel"
  case unknownColor = "unknown-color"
  case unknownImage = "unknown-image"
  case unknownFont = "unknown-font"
  case unknownValue = "unknown-value"
  case unknownSchedule = "unknown-schedule"
  case unknownOccurrence = "unknown-occurrence"
  case unknownChange = "unknown-change"
  case unknownDraft = "unknown-draft"
  case methodNotAllowed = "method-not-allowed"
  case notAcceptable = "not-acceptable"
  case tooSlow = "too-slow"
  case conflict = "conflict"
  case inUse = "in-use"
  case otherKit = "other-kit"
  case hasFile = "has-a-file"
  case stale
  case draftsFull = "drafts-full"
  case draftBroken = "draft-broken"
  case archiveTooLarge = "archive-too-large"
  case gone = "gone"
  case draftGone = "draft-gone"
  case preconditionFailed = "precondition-failed"
  case bodyTooLarge = "body-too-large"
  case tooManyNodes = "too-many-nodes"
  case targetTooLong = "target-too-long"
  case ifMatchRequired = "if-match-required"
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
  package var type: String { "urn:livery:problem:\(rawValue)" }

  package var status: Int {
    switch self {
    case .badRequest, .unknownParameter, .repeatedParameter, .missingParameter, .badParameter, .badBody,
      .unknownClass, .unknownProperty, .tooDeep, .badCursor:
      400
    case .unauthorized: 401
    case .forbidden, .needsAnother: 403
    case .notFound, .unknownTheme, .unknownKit, .unknownChannel, .unknownColor, .unknownImage, .unknownFont,
      .unknownValue, .unknownSchedule, .unknownOccurrence, .unknownChange, .unknownDraft:
      404
    case .methodNotAllowed: 405
    case .notAcceptable: 406
    case .tooSlow: 408
    case .conflict, .inUse, .otherKit, .hasFile, .archiveTooLarge, .stale, .draftsFull, .draftBroken: 409
    case .gone, .draftGone: 410
    case .preconditionFailed: 412
    case .bodyTooLarge, .tooManyNodes: 413
    case .targetTooLong: 414
    case .unsupportedMediaType: 415
    case .rangeNotSatisfiable: 416
    case .refusedTheme, .refusedPackage, .keyReused: 422
    case .ifMatchRequired: 428
    case .headersTooLarge: 431
    case .internalError: 500
    case .notImplemented: 501
    case .busy, .themeNotHere, .storeUnavailable: 503
    case .versionNotSupported: 505
    case .storeFull: 507
    }
  }

  /// The title of a problem document: the word itself, unless HTTP has a usual one.
  package var title: String {
    switch self {
    case .unauthorized: "Not authorized"
    case .tooSlow: "Request timeout"
    case .gone: "Cursor gone"
    case .bodyTooLarge: "Content too large"
    case .targetTooLong: "URI too long"
    case .ifMatchRequired: "Precondition required"
    case .headersTooLarge: "Request header fields too large"
    case .busy: "Service unavailable"
    case .versionNotSupported: "HTTP version not supported"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst().map { $0 == "-" ? " " : $0 }
    }
  }
}
