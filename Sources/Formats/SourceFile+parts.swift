package import Documents
internal import Themes

extension SourceFile {
  /// The most files of one document, and their bytes together.
  static let (mostParts, mostPartBytes) = (256, 16 << 20)

  /// Returns the document together with the files that it refers to.
  /// - Parameter read: returns the bytes of a file, by its name; nil if there is none.
  package func gathering<Failure: Error>(
    _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> SourceFile { try Dialects.all.gathered(self, read) }
}

extension [SourceFile] {
  /// Indicates whether these files are more than one document may be made of.
  package var areTooMany: Bool {
    count > SourceFile.mostParts || reduce(0) { $0 + $1.bytes.count } > SourceFile.mostPartBytes
  }

  /// Returns the documents of a folder, the files of each as one.
  /// - Parameter read: returns the bytes of a file that is not among these.
  package func gathered<Failure: Error>(
    _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> [SourceFile] { try Dialects.all.gathered(self, read) }
}

extension SourceFile {
  /// Indicates whether its name or its content says that it has themes. The name of any JSON file fits Livery's own form.
  package var isTheme: Bool {
    guard let dialect = Dialects.all.find(for: self)?.dialect else {
      return FormatGuess.format(of: self) != nil
    }
    return dialect.name != LiveryDialect.formatName || FormatGuess.format(of: self) != nil
      || JSONReader.read(self).root == nil
  }

  /// Returns a companion that makes a theme of each context of a modifier; nil for formats without modifiers.
  package func companion(makingThemesOf modifier: String, over known: SourceFile?) -> SourceFile? {
    guard let (dialect, name) = Dialects.all.find(for: self),
      [ResolverDialect.formatName, StudioDialect.formatName].contains(dialect.name),
      let suffix = dialect.companionSuffixes.first
    else { return nil }
    let root = known.flatMap { JSONReader.read($0).root }
    var reader = ValueReader(colors: [])
    var json = JSONWriter()
    json.object { json in
      for member in root?.members.filter({ !$0.isNamed("modifiers") }) ?? [] {
        let value = reader.anything(member.value, "")
        json.member(member.name) { value?.write(to: &$0) }
      }
      json.member("modifiers") { json in
        json.object { json in
          for member in root?["modifiers"]?.members.filter({ !$0.isNamed(modifier) }) ?? [] {
            json.member(member.name, member.value.string ?? "")
          }
          json.member(modifier, ModifierThemes.word)
        }
      }
    }
    return SourceFile(name: folder + name + suffix, bytes: json.finished())
  }
}
