extension SourceFile {
  /// What goes with a resolver document, saying besides that each context of a modifier is a theme; nil for documents of
  /// other formats.
  /// - Parameter known: what goes with it already.
  package func companion(makingThemesOf modifier: String, over known: SourceFile?) -> SourceFile? {
    guard let (dialect, name) = Dialects.find(for: self), dialect.name == ResolverDialect.formatName else {
      return nil
    }
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
          json.member(modifier, ResolverThemes.word)
        }
      }
    }
    return SourceFile(name: folder + name + ResolverDialect.companionSuffix, bytes: json.finished())
  }
}
