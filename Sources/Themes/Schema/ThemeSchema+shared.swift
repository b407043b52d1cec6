internal import Documents

/// The parts of the schema that are the same for every kit, as JSON.
extension ThemeSchema {
  var properties: [(String, SchemaNode)] {
    Self.members.map { name, schema in
      (name, name == "kit" ? schema.adding("enum", .words(kits.map(\.name))) : schema)
    }
  }

  /// The members of a theme, the names of kits not among them.
  private static let members = parts(
    ##"""
    {
      "$schema": {
        "type": "string",
        "description": "The location of this schema, for editors. Livery does not read it."
      },
      "title": { "type": "string", "description": "The name for people." },
      "description": { "type": "string", "description": "More about the theme, for people." },
      "extensions": { "description": "Data of other tools.", "type": "object" },
      "kit": {
        "description": "The vocabulary that the rules are written in. Without it a theme has its parent's kit, or else 'uikit'; with it that one, or one that extends it."
      },
      "extends": {
        "description": "The theme whose colors, images and rules come first. A color of the same name here replaces the parent's, also inside the parent's rules.",
        "$ref": "#/$defs/name"
      },
      "imagePrefix": {
        "description": "Tried before the bare name of every image: year_ finds year_logo before logo. The parent's when absent.",
        "type": "string", "examples": ["year_"]
      },
      "transition": {
        "description": "The transition of clients to this theme. The parent's if absent.", "type": "object",
        "additionalProperties": false, "required": ["duration"],
        "properties": { "duration": { "description": "Seconds.", "type": "number", "minimum": 0, "maximum": 60 } }
      },
      "properties": {
        "description": "Properties that this theme adds to classes of its kit, as a kit declares them. Other formats know some that the kit does not.",
        "type": "object",
        "additionalProperties": {
          "type": "array",
          "items": {
            "type": "object", "additionalProperties": false, "required": ["name", "kind"],
            "properties": {
              "name": { "type": "string", "pattern": "^\##(word)$" },
              "kind": {
                "description": "The kind of its values.", "enum": \##(list(Kit.PropertyKind.allCases))
              },
              "axes": { "type": "array", "items": { "type": "string" } },
              "marked": { "type": "boolean" },
              "setter": { "type": "boolean" },
              "unit": { "enum": \##(list(NumberUnit.allCases)) },
              "css": { "enum": \##(list(TextForm.allCases)) },
              "values": {
                "description": "The words that it takes, of kind enum; another one is a warning.",
                "type": "array", "uniqueItems": true,
                "items": { "type": "string", "minLength": 1, "maxLength": 64 }
              }
            }
          }
        }
      },
      "colors": { "description": "The palette: colors by name, for rules to refer to as {name}." },
      "images": { "description": "Images by name, for rules to use and for children to replace." },
      "fonts": {
        "description": "Families of fonts by name, each with the files that it consists of. A family replaces the parent's of that name; null takes it away.",
        "type": "object", "maxProperties": 64, "propertyNames": { "pattern": "^[^\"\\\\;{}\\u0000-\\u001f]{1,64}$" },
        "additionalProperties": {
          "anyOf": [
            { "type": "null" },
            {
              "type": "array", "minItems": 1, "maxItems": 64,
              "items": {
                "type": "object", "additionalProperties": false, "required": ["file"],
                "properties": {
                  "file": { "description": "A file in fonts/, or one that is uploaded.", "type": "string", "pattern": "^[^/]+\\.([Ww][Oo][Ff][Ff]2?|[Tt][Tt][Ff]|[Oo][Tt][Ff])$" },
                  "weight": {
                    "description": "The weight, or the least and the largest one of a variable font; 400 if absent.",
                    "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 1000 }, { "type": "string", "pattern": "^[0-9]{1,4}( [0-9]{1,4})?$" }]
                  },
                  "style": { "enum": \##(list(FontFace.Style.allCases)) },
                  "unicodeRange": { "description": "The characters, as CSS writes them; all if absent.", "type": "string", "maxLength": 1000, "examples": ["U+0-FF, U+131"] },
                  "display": { "description": "What shows while the font loads; swap if absent.", "enum": \##(list(FontFace.Display.allCases)) },
                  "licence": { "description": "The license, for people.", "type": "string", "maxLength": 200 }
                }
              }
            }
          ]
        }
      },
      "values": {
        "description": "Other named values: fonts, lengths, durations. Rules and other values refer to them as {name}. An object stands within { \"value\": … }."
      },
      "traits": {
        "description": "Traits that this theme adds to its kit, for requests about it and about themes that extend it.",
        "type": "object",
        "propertyNames": { "pattern": "^\##(word)$", "not": { "enum": \##(list(Name.parameters.sorted())) } },
        "additionalProperties": {
          "type": "object", "additionalProperties": false, "required": ["values"],
          "properties": {
            "values": {
              "type": "array", "minItems": 1, "uniqueItems": true,
              "items": { "type": "string", "minLength": 1, "maxLength": 64 }
            },
            "default": { "description": "The value if a request does not name the trait.", "type": "string" }
          }
        },
        "examples": [{ "density": { "values": ["regular", "compact"], "default": "regular" } }]
      },
      "groups": {
        "description": "Properties of groups of colors and values, by the part of the names that they share.",
        "type": "object", "propertyNames": { "$ref": "#/$defs/entryName" },
        "additionalProperties": {
          "type": "object", "additionalProperties": false,
          "properties": {
            "description": { "description": "For people who choose among colors and values.", "type": "string" },
            "extensions": { "description": "Data of other tools.", "type": "object" }
          }
        }
      },
      "appearance": {
        "description": "The rules. Their order counts: if nothing else decides, the later rule wins."
      }
    }
    """##)

  /// The members that an entry may have beside its values.
  static let said = parts(
    ##"""
    {
      "description": { "description": "For people who choose among colors and values.", "type": "string" },
      "deprecated": {
        "description": "true, the reason why it should no longer be used, or an object with more.",
        "type": ["boolean", "string", "object"],
        "properties": {
          "reason": { "type": "string" },
          "replacedBy": { "description": "The name of what to use instead.", "type": "string" },
          "since": { "description": "The version since which it is deprecated.", "type": "string" }
        },
        "additionalProperties": false
      },
      "extensions": { "description": "Data of other tools.", "type": "object" },
      "root": {
        "description": "Whether a token document writes it as the own token of a group: $root.", "type": "boolean"
      },
      "type": {
        "description": "The type. The value then has the shape that design tokens have, and may refer to another value: {space.m}.",
        "enum": \##(list(ValueType.allCases))
      }
    }
    """##)

  /// A name without dots.
  static let word = "[A-Za-z0-9_][A-Za-z0-9_-]{0,63}"

  /// The definitions that do not depend on kits, by name.
  static let shared = parts(
    ##"""
    {
      "name": {
        "description": "Begins with a letter or a digit; then letters, digits, dots, underscores and hyphens; at most 64 in all.",
        "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
      },
      "entryName": {
        "description": "At most 256 bytes; no braces, no control characters, no $ in front.",
        "type": "string",
        "pattern": "^(?!\\$|\\.{1,2}$)[^{}\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]{1,256}$"
      },
      "image": {
        "description": "An image's bare name, without prefix, scale and extension: logo. Prefixes of the theme and its parents are tried before it.",
        "type": "string",
        "pattern": "^(?!/)(?!.*//)(?!(.*/)?\\.{1,2}(/|$))[^\\\\\\u0000-\\u001f]{0,127}[^/\\\\\\u0000-\\u001f]$"
      },
      "value": { "type": ["string", "number", "boolean", "array", "object"] },
      "cssColor": { "type": "string", "pattern": "\##(colorNames)" },
      "exactColor": {
        "description": "A color by its space and components, as design tokens have it. Screens of sRGB show hex, or what CSS maps the color to.",
        "type": "object", "additionalProperties": false, "required": ["colorSpace", "components"],
        "properties": {
          "colorSpace": { "enum": \##(list(ColorSpace.allCases)) },
          "components": {
            "type": "array", "minItems": 3, "maxItems": 3,
            "items": { "anyOf": [{ "type": "number" }, { "const": "none" }] }
          },
          "alpha": { "description": "From 0 to 1; 1 when absent.", "type": "number", "minimum": 0, "maximum": 1 },
          "hex": {
            "description": "The replacement if sRGB does not have the color.", "type": "string",
            "pattern": "^#[0-9A-Fa-f]{6}$"
          }
        },
        "examples": [{ "colorSpace": "display-p3", "components": [1, 0.3, 0.1] }]
      },
      "reference": {
        "description": "A named value of the theme or its parents.", "type": "string",
        "pattern": "^\\{[^{}$][^{}]*\\}$"
      },
      "number": { "anyOf": [{ "type": "number" }, { "$ref": "#/$defs/reference" }] },
      "integer": { "anyOf": [{ "type": "integer" }, { "$ref": "#/$defs/reference" }] }
    }
    """##)

  /// A pattern of the color names of CSS in any case: JSON Schema can't ignore it.
  private static var colorNames: String {
    let names = (CSSColorNames.values.keys + ["transparent"]).sorted().map { name in
      name.map { "[\($0.uppercased())\($0)]" }.joined()
    }
    return "^(?:\(names.joined(separator: "|")))$"
  }

  private static func list(_ words: [String]) -> String {
    String(decoding: SchemaNode.words(words).compact, as: UTF8.self)
  }

  private static func list(_ words: [some RawRepresentable<String>]) -> String { list(words.map(\.rawValue)) }

  private static func parts(_ json: String) -> [(String, SchemaNode)] {
    let root = JSONReader.read(SourceFile(name: "schema", bytes: Array(json.utf8))).root
    return root.map { $0.members.map { ($0.name, SchemaNode($0.value)) } } ?? []
  }
}
