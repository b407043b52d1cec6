internal import Changes
internal import Documents
internal import Resolution
internal import Themes

/// Where a request is asked from: a theme, and the traits that hold there.
struct ThemeSelection: Sendable {
  let theme: CompiledTheme
  /// The channel whose active theme it is; nil where the request names the theme.
  let channel: String?
  /// Who may be told of it.
  let audience: Audience
  let traits: TraitValues
  /// Whether the query names any trait.
  let namesTraits: Bool
  /// The hints that could tell traits which the query does not name.
  let hints: [String]
  /// Traits that the theme does not take as they are given, but another kit or theme does: a switch must not leave
  /// clients without an answer that ask as they always have.
  let ignored: [String]

  init(_ call: Call) throws(Refusal) { try self.init(call, header: { call.header($0) }) }

  /// - Parameters:
  ///   - header: returns the header that may hint at traits.
  ///   - more: the traits that the body gives.
  init(
    _ call: Call, header: (String) -> String?, more: [(name: String, value: String)] = []
  ) throws(Refusal) {
    let (snapshot, operation) = (call.snapshot, call.operation)
    let (named, asked) = (call["theme"], call["channel"])
    audience = named.map { snapshot.audience(ofTheme: $0) } ?? .readersOf([asked ?? "main"])
    try call.principal.check(audience)
    let active = try Self.activation(of: asked ?? "main", in: snapshot)
    if let named {
      theme = try snapshot.theme(named)
    } else {
      theme = try Self.theme(of: active, in: snapshot)
    }
    channel = named == nil ? asked ?? "main" : nil
    let kit = theme.kit.definition
    let undeclared = call.request.query.filter { !operation.declares($0.name) }
    let given = more + undeclared.map { ($0.name, $0.value) }
    let foreign = named == nil ? given.filter { snapshot.isOfAnotherTheme($0, than: kit) } : []
    ignored = foreign.map(\.name)
    var pairs = foreign.isEmpty ? given : given.filter { pair in !foreign.contains { $0 == pair } }
    for field in undeclared where kit.traits[field.name] == nil && !ignored.contains(field.name) {
      throw operation.unknownParameter(field.name, traits: kit.traits.keys.sorted())
    }
    namesTraits = !pairs.isEmpty
    hints = Self.hints(theme.kit.names, header, besides: &pairs)
    do throws(LookupError) {
      traits = try TraitValues(pairs, kit: kit)
    } catch { throw Refusal(error) }
  }

  /// A theme that nobody has stored, for these traits.
  init(_ theme: CompiledTheme, _ pairs: [(name: String, value: String)]) throws(Refusal) {
    self.theme = theme
    channel = nil
    audience = .operators(in: nil)
    namesTraits = !pairs.isEmpty
    (hints, ignored) = ([], [])
    traits = try Refusal.of { () throws(LookupError) in try TraitValues(pairs, kit: theme.kit.definition) }
  }

  /// The hints that could tell traits which are not among the pairs; adds what they do tell.
  private static func hints(
    _ kit: KitIndex, _ header: (String) -> String?, besides pairs: inout [(name: String, value: String)]
  ) -> [String] {
    var hints: [String] = []
    for hinted in kit.hinted where !pairs.contains(where: { $0.name == hinted.name }) {
      hints.append(hinted.hint)
      if let value = header(hinted.hint).flatMap({ hinted.value($0, in: kit.definition) }) {
        pairs.append((hinted.name, value))
      }
    }
    return hints
  }

  var context: ThemeContext { theme.context(traits) }

  /// Names the theme with the traits: what answers depend on beside the request.
  var key: String {
    traits.effective.sorted { $0.key < $1.key }.reduce(theme.name) { "\($0)&\($1.key)=\($1.value)" }
  }

  /// What is to be said beside the answer: which traits it passes over, and which hints could tell more.
  var headers: [Request.Field] { ignoring + offer }

  /// The header that names the traits which are ignored.
  var ignoring: [Request.Field] {
    ignored.isEmpty ? [] : [.init("Livery-Ignored-Traits", ignored.joined(separator: ", "))]
  }

  /// The headers that offer the hints: all of them, and those that this theme looks different by.
  private var offer: [Request.Field] {
    guard !hints.isEmpty else { return [] }
    let kit = theme.kit.definition
    let critical = hints.filter { hint in theme.mentionedTraits.contains { kit.traits[$0]?.hint == hint } }
    let fields = [Request.Field("Accept-CH", hints.joined(separator: ", "))]
    return critical.isEmpty ? fields : fields + [.init("Critical-CH", critical.joined(separator: ", "))]
  }

  private static func activation(
    of channel: String, in snapshot: Snapshot
  ) throws(Refusal) -> Activation {
    if let active = snapshot.activation(of: channel) { return active }
    throw .unknownChannel(channel, in: snapshot)
  }

  private static func theme(of active: Activation, in snapshot: Snapshot) throws(Refusal) -> CompiledTheme {
    guard let theme = snapshot.themeSet.catalog.themes[active.theme], snapshot.isHere(active.theme) else {
      throw .notHere(active)
    }
    return theme
  }
}

extension Snapshot {
  /// Who may be told of a theme: readers of the channels that show it, and whoever operates.
  fileprivate func audience(ofTheme name: String) -> Audience {
    showings[name].map { .readersAndOperators($0) } ?? .operators(in: nil)
  }

  /// Whether a trait is none of a theme's kit, or none with this value, but one of another kit or of another theme's own.
  fileprivate func isOfAnotherTheme(_ trait: (name: String, value: String), than kit: Kit) -> Bool {
    guard !kit.takes(trait) else { return false }
    return themeSet.library.kits.values.contains { $0.takes(trait) }
      || themeSet.library.owners.have(trait.name)
  }

  /// A theme by name.
  func theme(_ name: String) throws(Refusal) -> CompiledTheme {
    if let theme = themeSet.catalog.themes[name] { return theme }
    throw .unknown(.unknownTheme, "theme", name, among: themeSet.catalog.themes.keys)
  }
}

extension HintedTrait {
  /// The trait's value that a client hint stands for; nil for words that mean nothing here, since a hint is no
  /// wish of the app's.
  fileprivate func value(_ text: String, in kit: Kit) -> String? {
    let word = HeaderList.pair("x=" + text).value
    return try? TraitValues.canonical(trait.hintValues[word] ?? word, of: name, in: kit)
  }
}

extension Kit {
  /// Whether it has such a trait, and that such a value.
  fileprivate func takes(_ trait: (name: String, value: String)) -> Bool {
    guard let domain = traits[trait.name]?.domain, case .success = TraitValue.canonical(trait.value, domain)
    else {
      return false
    }
    return true
  }
}
