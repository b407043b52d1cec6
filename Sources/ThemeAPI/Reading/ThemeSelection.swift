internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// The theme that a request selects, with the traits that hold.
struct ThemeSelection: Sendable {
  let theme: CompiledTheme
  /// The channel whose active theme it is, or nil if the request names the theme.
  let channel: String?
  let audience: Audience
  let traits: TraitValues
  /// Indicates whether the query names any trait.
  let namesTraits: Bool
  /// The hints for traits that the query does not name and by which the theme may differ. `Vary` names them.
  let hints: [String]
  /// The hints for all traits that the query does not name.
  let offered: [String]
  /// The traits that hints gave, also if this theme does not differ by them, without those that have their default.
  let hinted: [Request.Field]
  /// The traits that the theme does not take as they are given, but another kit or theme does. They are ignored, so that a
  /// switch of the theme does not break clients that always send them.
  let ignored: [String]
  /// The entity tag of the theme at the servers with newer files, if those give it another look.
  var newerTag: EntityTag?

  init(_ call: Call) throws(Refusal) { try self.init(call, header: { call.header($0) }) }

  /// - Parameter more: the traits from the body.
  init(
    _ call: Call, header: (String) -> String?, more: [(name: String, value: String)] = []
  ) throws(Refusal) {
    let (snapshot, operation) = (call.snapshot, call.operation)
    (theme, channel, audience) = try Self.select(call)
    if call.preview == nil, let active = channel.flatMap({ snapshot.activation(of: $0) }) {
      newerTag = try Self.newerTag(of: active, call)
    }
    let kit = theme.kit.definition
    let undeclared = call.request.query.filter { !operation.declares($0.name) }
    let given = more + undeclared.map { ($0.name, $0.value) }
    let mayFollow = channel != nil || call["theme"] == nil && call.principal.has(.read)
    let foreign = mayFollow ? given.filter { snapshot.isOfAnotherTheme($0, than: kit) } : []
    ignored = foreign.map(\.name)
    var pairs = foreign.isEmpty ? given : given.filter { pair in !foreign.contains { $0 == pair } }
    for field in undeclared where kit.traits[field.name] == nil && !ignored.contains(field.name) {
      throw operation.unknownParameter(field.name, traits: kit.traits.keys.sorted())
    }
    namesTraits = !pairs.isEmpty
    (hints, offered, hinted) = Self.hints(theme, header, besides: &pairs)
    do throws(LookupError) {
      traits = try TraitValues(pairs, kit: kit)
    } catch { throw Refusal(error) }
  }

  /// Returns the theme of a call, the channel whose active theme it is, and the principals that may see it.
  private static func select(
    _ call: Call
  ) throws(Refusal) -> (theme: CompiledTheme, channel: String?, audience: Audience) {
    let (snapshot, channel) = (call.snapshot, call.channel)
    // The key of a draft opens its theme, and reveals no channel.
    if let draft = call.opened { return (try snapshot.theme(draft.name), nil, .everybody) }
    if let then = call.themeThen { return (try snapshot.theme(then), nil, .watchers(of: channel)) }
    let named = call["theme"]
    let audience = named.map { snapshot.audience(ofTheme: $0) } ?? .readersOf([channel])
    try call.principal.check(audience)
    guard let active = snapshot.activation(of: channel) else {
      throw .unknownChannel(channel, in: snapshot)
    }
    let theme = if let named { try snapshot.theme(named) } else { try snapshot.theme(of: active) }
    return (theme, named == nil ? channel : nil, audience)
  }

  /// Selects a theme that is not stored.
  init(_ theme: CompiledTheme, _ pairs: [(name: String, value: String)]) throws(Refusal) {
    self.theme = theme
    channel = nil
    audience = .watchers(of: nil)
    namesTraits = !pairs.isEmpty
    (hints, offered, hinted, ignored) = ([], [], [], [])
    traits = try Refusal.of { () throws(LookupError) in try TraitValues(pairs, kit: theme.kit.definition) }
  }

  /// Throws if the client knows of the newer look, which this server does not have.
  private static func newerTag(of active: Activation, _ call: Call) throws(Refusal) -> EntityTag? {
    let newer = call.services.sharedLog?.newerTag(of: active, in: call.snapshot)
    if newer != nil, let seen = call.header(CursorWanted.header).flatMap({ Cursor($0) }),
      seen.epoch == call.snapshot.cursor.epoch, seen.revision >= active.latest
    {
      throw .notHere(active)
    }
    return newer.map { EntityTag($0) }
  }

  /// Returns the hints for traits that are not among the pairs, with the traits that the client hints at, and adds those on
  /// which the theme depends.
  private static func hints(
    _ theme: CompiledTheme, _ header: (String) -> String?,
    besides pairs: inout [(name: String, value: String)]
  ) -> (used: [String], offered: [String], hinted: [Request.Field]) {
    let kit = theme.kit.names
    let offered = kit.hinted.filter { hinted in !pairs.contains { $0.name == hinted.name } }
    let used = offered.filter { theme.mayDepend(on: $0.name) || $0.isScheme }
    var fields: [Request.Field] = []
    for hinted in offered {
      guard let value = header(hinted.hint).flatMap({ hinted.value($0, in: kit.definition) }) else {
        continue
      }
      if kit.definition.traits[hinted.name]?.defaultValue != value {
        fields.append(.init(hinted.name, value))
      }
      if used.contains(where: { $0.name == hinted.name }) { pairs.append((hinted.name, value)) }
    }
    return (used.map(\.hint), offered.map(\.hint), fields)
  }

  var context: ThemeContext { theme.context(traits) }

  /// The name of the theme with the traits.
  var key: String { Self.name(theme, traits.effective) }

  /// The name of the variant that the traits select: of the theme with those that make a difference to it.
  var variantKey: String {
    let scale = ImageFolder.scale(of: traits.effective)
    return Self.name(theme, theme.distinguished(traits.effective)) + " \(theme.images.step(ofScale: scale))"
  }

  private static func name(_ theme: CompiledTheme, _ traits: [String: String]) -> String {
    traits.sorted { $0.key < $1.key }.reduce(theme.name) { "\($0)&\($1.key)=\($1.value)" }
  }

  /// The headers that name the traits which are ignored, and the hints which could name more.
  var headers: [Request.Field] { ignoring + offer }

  /// The header that names the traits which are ignored.
  var ignoring: [Request.Field] {
    ignored.isEmpty ? [] : [.init("Livery-Ignored-Traits", ignored.joined(separator: ", "))]
  }

  /// The headers that name the hints: all of them, and those by which this theme differs.
  private var offer: [Request.Field] {
    guard !offered.isEmpty else { return [] }
    let kit = theme.kit.definition
    let critical = offered.filter { hint in theme.mentionedTraits.contains { kit.traits[$0]?.hint == hint } }
    let fields = [Request.Field("Accept-CH", offered.joined(separator: ", "))]
    return critical.isEmpty ? fields : fields + [.init("Critical-CH", critical.joined(separator: ", "))]
  }

  /// Returns the representation of a lookup as JSON.
  /// - Parameter state: the name of everything that it depends on beside what is looked up.
  func representation(
    _ key: String, of state: String, render: @escaping @Sendable () throws(Refusal) -> [UInt8]
  ) -> Representation {
    var representation = Representation(
      key: "\(key) \(state)", type: .json, vary: ["Accept"] + hints, caching: .kept, headers: headers,
      channel: channel, audience: audience, render: render)
    representation.laterHints = offered
    return representation
  }
}

extension String {
  /// The name with its length, so that no name in a key can be confused with the text after it.
  var keyed: String { "\(utf8.count):\(self)" }
}

extension Snapshot {
  /// Returns the principals that may see a theme: readers of the channels that show it, and those that see every theme.
  fileprivate func audience(ofTheme name: String) -> Audience {
    showings[name].map { .readersAndOverseers($0) } ?? .overseers
  }

  /// Indicates whether another kit, or another theme's own trait, takes a trait with this value, but not this kit.
  fileprivate func isOfAnotherTheme(_ trait: (name: String, value: String), than kit: Kit) -> Bool {
    guard !kit.takes(trait) else { return false }
    return themeSet.library.kits.values.contains { $0.takes(trait) }
      || themeSet.library.owners.have(trait.name)
  }

  func theme(_ name: String) throws(Refusal) -> CompiledTheme {
    if let theme = themeSet.catalog.themes[name] { return theme }
    throw .unknown(.unknownTheme, "theme", name, among: themeSet.catalog.themes.keys)
  }

  fileprivate func theme(of active: Activation) throws(Refusal) -> CompiledTheme {
    guard let theme = themeSet.catalog.themes[active.theme], isHere(active.theme) else {
      throw .notHere(active)
    }
    return theme
  }
}

extension HintedTrait {
  /// Indicates whether it is the color scheme, which a style sheet for given traits names even if the theme does not.
  fileprivate var isScheme: Bool { hint == "Sec-CH-Prefers-Color-Scheme" }

  /// Returns the trait's value for a client hint. An unknown word is ignored, since the app did not choose it.
  fileprivate func value(_ text: String, in kit: Kit) -> String? {
    let word = HeaderList.pair("x=" + text).value
    return try? TraitValues.canonical(trait.hintValues[word] ?? word, of: name, in: kit)
  }
}

extension Kit {
  /// Indicates whether it has a trait that can have this value.
  fileprivate func takes(_ trait: (name: String, value: String)) -> Bool {
    guard let domain = traits[trait.name]?.domain else { return false }
    return if case .success = TraitValue.canonical(trait.value, domain) { true } else { false }
  }
}
