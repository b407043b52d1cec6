internal import Documents
internal import Renderings
internal import Resolution
internal import Service
internal import Themes

extension Command {
  static let usage = Command(
    name: "usage",
    summary: "Find the names of a theme in an app's sources: unused ones, and ones that do not exist.",
    operands: ("PATH…", 1...100), flags: [.theme, .config, .json],
    details: """
      Reads Swift, Kotlin, Java, CSS, JavaScript, TypeScript, HTML and XML in the files and folders. A color or a value
      counts as used where it stands as a text, 'color.text', as a custom property, --color-text, as an Android resource,
      @color/color_text, or as a name of 'livery types', ThemeNames.Color.colorText. Missing are custom properties in
      var() that no file defines, and ThemeNames that the theme lacks; with any, the exit code is 1. Deprecated names that
      are used are listed.
      """
  ) { arguments throws(CommandError) in
    let folder = arguments[.config] ?? "Config"
    let catalog = try catalog(of: folder)
    let theme = try theme(arguments[.theme], in: catalog, folder)
    var report = UsageReport(of: theme)
    for path in arguments.operands {
      for file in try attempt({ try DocumentFile.sources(in: path, endingIn: UsageReport.endings) }) {
        report.read(file)
      }
    }
    return arguments.print(
      json: report.json, text: report.text, exit: report.hasMissing ? .refused : .done)
  }
}

/// The uses of a theme's names in source files.
struct UsageReport {
  static let endings = [
    ".swift", ".kt", ".kts", ".java", ".css", ".scss", ".less", ".js", ".jsx", ".mjs", ".ts", ".tsx", ".vue",
    ".svelte",
    ".html", ".xml",
  ]

  private struct Use {
    let file: String
    let position: TextPosition
    /// The word as the source has it.
    let word: String
  }

  private let theme: String
  /// The colors and values, by each word that stands for them.
  private var names: [String: String] = [:]
  private let entries: Set<String>
  private let deprecated: Set<String>
  private var uses: [String: [Use]] = [:]
  private var unknown: [Use] = []
  private var defined: Set<String> = []

  init(of compiled: CompiledTheme) {
    let generations = Array(compiled.themes.reversed())
    theme = compiled.name
    entries = Set(generations.flatMap { Array($0.colors.keys) + Array($0.values.keys) })
    deprecated = Set(generations.mergedRemarks.filter { $0.value.deprecation != nil }.keys)
    let flat = generations.flatNames
    for name in entries.sorted() {
      let written = FlatName.value(flat[name] ?? name)
      let words = [
        name, written.customProperty, written.snake, "Color.\(ThemeNames.identifier(name))",
        "Value.\(ThemeNames.identifier(name))",
      ]
      for word in words where names[word] == nil { names[word] = name }
    }
  }

  /// The names in sources that the theme lacks, in the order of files and lines.
  private var missing: [Use] { unknown.filter { !defined.contains($0.word) } }

  var hasMissing: Bool { !missing.isEmpty }

  private var unused: [String] { entries.filter { uses[$0] == nil }.sorted() }

  mutating func read(_ file: SourceFile) {
    let isSheet = [".css", ".scss", ".less", ".html", ".vue", ".svelte"].contains(where: file.name.hasSuffix)
    for (number, line) in file.bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
      var words = SourceWords(line)
      while let (word, column, before) = words.next() {
        let use = Use(
          file: file.name, position: TextPosition(line: number + 1, column: column), word: word)
        if let name = name(of: word, after: before) {
          uses[name, default: []].append(use)
        } else if word.hasPrefix("--"), isSheet, before != "(" {
          defined.insert(word)
        } else if word.hasPrefix("--") && before == "("
          || word.hasPrefix("ThemeNames.Color.") || word.hasPrefix("ThemeNames.Value.")
        {
          unknown.append(use)
        }
      }
    }
  }

  /// Returns the entry that a word stands for; nil if it is another word.
  private func name(of word: String, after before: Character?) -> String? {
    if word.hasPrefix("--") {
      // A part of a value has the value's name before two hyphens.
      let whole = word.dropFirst(2).firstRange(of: "--").map { String(word[..<$0.lowerBound]) } ?? word
      return before == "(" ? names[word] ?? names[whole] : nil
    }
    if word.hasPrefix("ThemeNames.") { return names[String(word.dropFirst("ThemeNames.".count))] }
    for prefix in [
      "R.color.", "R.dimen.", "R.string.", "R.integer.", "@color/", "@dimen/", "@string/", "@integer/",
    ]
    where word.hasPrefix(prefix) {
      let resource = word.dropFirst(prefix.count)
      return names[String(resource)]
        ?? resource.firstRange(of: "__").flatMap { names[String(resource[..<$0.lowerBound])] }
    }
    guard let before, "\"'`{".contains(before), entries.contains(word) else { return nil }
    return word
  }

  private var deprecatedUses: [(name: String, use: Use)] {
    uses.filter { deprecated.contains($0.key) }.sorted { $0.key < $1.key }
      .flatMap { name, uses in uses.map { (name, $0) } }
  }

  var text: String {
    var text = ""
    for use in missing {
      let near = NearestName.question(use.word, among: use.word.hasPrefix("--") ? customProperties : typed)
      text += "\(place(of: use)): error: The theme '\(theme)' has no \(Quoted.name(use.word))\(near)\n"
    }
    for (name, use) in deprecatedUses {
      text += "\(place(of: use)): warning: \(Quoted.name(name)) is deprecated.\n"
    }
    for name in unused { text += "\(Quoted.name(name)) is not used.\n" }
    let used = entries.count - unused.count
    return text
      + "\(used) of \(entries.count) colors and values of '\(theme)' are used, \(missing.count) are missing.\n"
  }

  private var customProperties: [String] { names.keys.filter { $0.hasPrefix("--") } }
  private var typed: [String] {
    names.keys.filter { $0.hasPrefix("Color.") || $0.hasPrefix("Value.") }.map { "ThemeNames.\($0)" }
  }

  private func place(of use: Use) -> String { "\(use.file):\(use.position.line):\(use.position.column)" }

  var json: String {
    JSONWriter.document { json in
      json.member("theme", theme)
      json.objects("used", for: uses.sorted { $0.key < $1.key }) { json, entry in
        json.member("name", entry.key)
        json.objects("places", for: entry.value) { Self.write($1, to: &$0) }
      }
      json.strings("unused", unused)
      json.objects("missing", for: missing) { json, use in
        json.member("word", use.word)
        Self.write(use, to: &json)
      }
    }
  }

  private static func write(_ use: Use, to json: inout JSONWriter) {
    json.member("file", use.file)
    json.member("line", use.position.line)
    json.member("column", use.position.column)
  }
}

/// The words of a line of source code that may be names: letters, digits and signs that names have.
private struct SourceWords {
  private let line: ArraySlice<UInt8>
  private var at: Int

  init(_ line: ArraySlice<UInt8>) { (self.line, at) = (line, line.startIndex) }

  /// Returns the next word with its column and the character before it, blanks left out; nil at the end of the line.
  mutating func next() -> (word: String, column: Int, before: Character?)? {
    while at < line.endIndex, !Self.isPart(line[at]) { at += 1 }
    guard at < line.endIndex else { return nil }
    let start = at
    while at < line.endIndex, Self.isPart(line[at]) { at += 1 }
    let before = line[..<start].last { $0 != 0x20 }.map { Character(Unicode.Scalar($0)) }
    return (String(decoding: line[start..<at], as: UTF8.self), start - line.startIndex + 1, before)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isWordByte || byte >= 0x80 || "./@".utf8.contains(byte)
  }
}

extension Command {
  static let types = Command(
    name: "types",
    summary: "Print the names of a theme as source code, so that a misspelled name does not compile.",
    operands: ("swift|kotlin|ts|css", 1...1),
    flags: [.theme, .config, .outputFile, .isChecked, .kotlinPackage],
    details: """
        livery types swift --out App/ThemeNames.swift
        livery types kotlin --package com.example.shop --out ThemeNames.kt
        livery types ts --out theme.d.ts        a server has it at /v1/theme.d.ts
        livery types css --out theme-types.css  @property rules

      The names are those of all colors, values, images and styles of the theme and its parents, and of the classes of
      its kit. In CSS, the colors and values are registered with their types. The first line says from which theme and
      kit a file is made.

      With --check, nothing is written: the command exits with 1 if the file is not what it would write.
      """
  ) { arguments throws(CommandError) in
    guard let language = ThemeNames.Language(rawValue: arguments.operands[0]) else {
      let known = ThemeNames.Language.allCases.map { "'\($0.rawValue)'" }
      throw .usage(
        "'\(arguments.operands[0])' is no language of 'livery types'; write \(Quoted.choice(known)).")
    }
    let package = arguments[.kotlinPackage]
    if let package, language != .kotlin || !package.isKotlinPackage {
      throw .usage("--package goes with 'kotlin', and is a name such as com.example.shop.")
    }
    let folder = arguments[.config] ?? "Config"
    let catalog = try catalog(of: folder)
    let theme = try theme(arguments[.theme], in: catalog, folder)
    let text = ThemeNames(theme, catalog.library).text(in: language, package: package)
    guard let file = arguments[.outputFile] else {
      if arguments.has(.isChecked) { throw .usage("--check needs --out FILE, the file to check.") }
      Console.print(text)
      return .done
    }
    return try attempt {
      guard arguments.has(.isChecked) else {
        try DocumentFile.write(Array(text.utf8), to: file, replacing: true)
        return .done
      }
      guard try DocumentFile.readLarge(file).bytes == Array(text.utf8) else {
        throw CommandError.refused(
          "'\(file)' is out of date: the theme '\(theme.name)' or its kit has other names. Run the same command without "
            + "--check.")
      }
      return .done
    }
  }
}

extension Flag {
  static let outputFile = Flag(
    "--out", "FILE", "the file to write; by default, standard output; an existing file is replaced")
  fileprivate static let isChecked = Flag(
    "--check", nil, "exit with 1 if FILE is out of date, and write nothing")
  fileprivate static let kotlinPackage = Flag("--package", "NAME", "the package of a Kotlin file")
}

extension String {
  fileprivate var isKotlinPackage: Bool {
    split(separator: ".", omittingEmptySubsequences: false).allSatisfy { step in
      step.utf8.first.map { !$0.isDigit } ?? false
        && step.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
    }
  }
}
