internal import Documents
internal import Renderings
internal import Resolution
internal import Service
internal import Themes

extension Command {
  static let types = Command(
    name: "types",
    summary: "Print the names of a theme as source code, so that a misspelt name does not compile.",
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
