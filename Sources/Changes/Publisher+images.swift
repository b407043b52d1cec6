internal import Resolution
internal import Themes

extension Publisher {
  /// Takes an image in.
  package func upload(
    _ image: UploadedImage, key: IdempotencyKey? = nil, permit: CommitPermit = CommitPermit(),
    record: (Publication) -> RecordedAnswer = { _ in RecordedAnswer(status: 200, body: []) },
    condition: @escaping (Snapshot) throws(DocumentError) -> Void = { _ throws(DocumentError) in }
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Replacement { (snapshot: Snapshot) throws(DocumentError) in
      try condition(snapshot)
      return try Self.checked { () throws(ThemeSet.LoadError) in
        try snapshot.themeSet.adding(nil, images: [image])
      }
    } draft: { (snapshot: Snapshot, prepared: PreparedThemes) throws(DocumentError) in
      try condition(snapshot)
      return Draft(
        .upload(nil, images: [image], updates: prepared.updates), at: self.now(), by: image.by)
    }
    return try change(to: replacement, key: key, permit: permit, record: record)
  }

  /// Takes an uploaded image out again; the file of its name shows again where there is one.
  package func remove(
    image file: String, by: String, key: IdempotencyKey? = nil, permit: CommitPermit = CommitPermit(),
    record: (Publication) -> RecordedAnswer = { _ in RecordedAnswer(status: 200, body: []) }
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Replacement { (snapshot: Snapshot) throws(DocumentError) in
      try Self.checkPresence(of: file, snapshot)
      return try Self.checked { () throws(ThemeSet.LoadError) in try snapshot.themeSet.removing(image: file) }
    } draft: { (snapshot: Snapshot, prepared: PreparedThemes) throws(DocumentError) in
      try Self.checkPresence(of: file, snapshot)
      return Draft(.removeImage(file, updates: prepared.updates), at: self.now(), by: by)
    }
    return try change(to: replacement, key: key, permit: permit, record: record)
  }

  private static func checkPresence(of file: String, _ snapshot: Snapshot) throws(DocumentError) {
    guard snapshot.state.images[file] == nil else { return }
    guard snapshot.themeSet.files.images.file(named: file) == nil else {
      throw .inUse("The image '\(file)' comes from the config folder; remove its file there.")
    }
    throw .unknownImage(file, among: Array(snapshot.state.images.keys))
  }
}
