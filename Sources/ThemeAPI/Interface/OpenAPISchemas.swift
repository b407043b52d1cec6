/// The named schemas of the interface: what goes in, what comes out.
enum OpenAPISchemas {
  typealias Named = (name: String, json: String)

  static let all: [Named] = words + themes + lookUps + changes + documents

  private static let words: [Named] = [
    (
      "Name",
      #"{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"}"#
    ),
    (
      "Cursor",
      #"{"type":"string","description":"Opaque; compare it for equality only.","pattern":"^[0-9a-f]{16}-(0|[1-9][0-9]{0,18})$"}"#
    ),
    ("Hex", ##"{"type":"string","pattern":"^#([0-9a-f]{6}|[0-9a-f]{8})$"}"##),
    (
      "Target",
      #"{"type":"string","pattern":"^[A-Za-z0-9_][A-Za-z0-9_-]*(\\.[A-Za-z0-9_][A-Za-z0-9_-]*){0,16}$"}"#
    ),
    (
      "Path",
      #"""
      {"type":"string","description":"Containers, outermost first; empty for none.",
       "pattern":"^([A-Za-z0-9_][A-Za-z0-9_-]*(\\.[A-Za-z0-9_][A-Za-z0-9_-]*){0,16}(/[A-Za-z0-9_][A-Za-z0-9_-]*(\\.[A-Za-z0-9_][A-Za-z0-9_-]*){0,16})*)?$"}
      """#
    ),
    (
      "Traits",
      #"{"type":"object","description":"Traits by name, numbers as numbers.","additionalProperties":{"type":["string","number"]}}"#
    ),
    (
      "Set",
      #"{"type":"object","description":"Values by key, ready to be replayed: colors in CSS hex, images by name.","additionalProperties":true}"#
    ),
    (
      "Problem",
      #"""
      {"type":"object","required":["type","title","status","detail"],
       "properties":{"type":{"type":"string","description":"A stable word for machines.","pattern":"^urn:livery:problem:[a-z-]+$"},
        "title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"string"},
        "problems":{"type":"array","items":{"type":"object","required":["pointer","message"],
         "properties":{"pointer":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"message":{"type":"string"}},
         "additionalProperties":false}}}}
      """#
    ),
  ]

  private static let themes: [Named] = [
    (
      "Theme",
      #"""
      {"type":"object","required":["theme","title","kit","traits","imagePrefix","imagePrefixes","colors","images","appearance"],
       "properties":{"theme":{"$ref":"#/components/schemas/Name"},"title":{"type":"string"},
        "kit":{"$ref":"#/components/schemas/Name"},"traits":{"$ref":"#/components/schemas/Traits"},
        "imagePrefix":{"type":"string"},"imagePrefixes":{"type":"array","items":{"type":"string"}},
        "transition":{"$ref":"#/components/schemas/Transition"},
        "colors":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/Hex"}},
        "images":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/ImageChoice"}},
        "appearance":{"type":"array","items":{"type":"object","required":["for","set"],
         "properties":{"for":{"$ref":"#/components/schemas/Target"},"in":{"$ref":"#/components/schemas/Path"},
          "set":{"$ref":"#/components/schemas/Set"}},"additionalProperties":false}}},
       "additionalProperties":false}
      """#
    ),
    (
      "Transition",
      #"{"type":"object","required":["duration"],"properties":{"duration":{"type":"number","description":"Seconds."}},"additionalProperties":false}"#
    ),
    (
      "ImageChoice",
      #"""
      {"type":"object","required":["candidates"],
       "properties":{"candidates":{"type":"array","items":{"type":"string"},"minItems":1},"file":{"type":"string"},
        "url":{"type":"string"}},"additionalProperties":false}
      """#
    ),
    (
      "DesignTokens",
      #"{"type":"object","description":"Design tokens, 2025.10.","required":["$description","$extensions"],"additionalProperties":true}"#
    ),
  ]

  private static let lookUps: [Named] = [
    (
      "Color",
      #"""
      {"type":"object","required":["name","value"],
       "properties":{"name":{"$ref":"#/components/schemas/Name"},"value":{"$ref":"#/components/schemas/Hex"},
        "explain":{"type":"object","required":["winner","lost"]}},"additionalProperties":false}
      """#
    ),
    (
      "Image",
      #"""
      {"type":"object","required":["name","candidates"],
       "properties":{"name":{"type":"string"},"candidates":{"type":"array","items":{"type":"string"},"minItems":1},
        "file":{"type":"string"},"url":{"type":"string"}},"additionalProperties":false}
      """#
    ),
    (
      "Appearance",
      #"""
      {"type":"object","required":["theme","for","in","traits","set"],
       "properties":{"theme":{"$ref":"#/components/schemas/Name"},"for":{"$ref":"#/components/schemas/Target"},
        "in":{"$ref":"#/components/schemas/Path"},"traits":{"$ref":"#/components/schemas/Traits"},
        "set":{"$ref":"#/components/schemas/Set"},"property":{"type":"string"},"value":{},"from":{"type":"string"},
        "explain":{"$ref":"#/components/schemas/Explanations"}},"additionalProperties":false}
      """#
    ),
    (
      "Explanations",
      #"""
      {"type":"array","items":{"type":"object","required":["key","winner","lost"],
       "properties":{"key":{"type":"string"},
        "winner":{"oneOf":[{"type":"null"},{"$ref":"#/components/schemas/RuleOutcome"},
         {"type":"object","required":["override","value"],"properties":{"override":{"const":true},"value":{}},"additionalProperties":false}]},
        "lost":{"type":"array","items":{"$ref":"#/components/schemas/RuleOutcome"}},
        "unmatched":{"type":"array","items":{"$ref":"#/components/schemas/RuleOutcome"}}},"additionalProperties":false}}
      """#
    ),
    (
      "RuleOutcome",
      #"""
      {"type":"object","required":["theme","index","file","line","rule"],
       "properties":{"theme":{"$ref":"#/components/schemas/Name"},"index":{"type":"integer","minimum":0},
        "file":{"type":"string"},"line":{"type":"integer","minimum":0},"rule":{"type":"string"},"value":{},
        "reason":{"type":"integer","minimum":0,"maximum":6},"why":{"type":"string"}},"additionalProperties":false}
      """#
    ),
    (
      "AppearanceQuestion",
      #"""
      {"type":"object",
       "properties":{"traits":{"$ref":"#/components/schemas/Traits"},
        "nodes":{"type":"array","maxItems":10000,"items":{"type":"object","required":["for"],
         "properties":{"id":{"type":["string","number"]},"for":{"$ref":"#/components/schemas/Target"},
          "in":{"$ref":"#/components/schemas/Path"},"override":{"$ref":"#/components/schemas/Set"}},"additionalProperties":false}},
        "tree":{"$ref":"#/components/schemas/TreeNode"}},
       "oneOf":[{"required":["nodes"]},{"required":["tree"]}],"additionalProperties":false}
      """#
    ),
    (
      "TreeNode",
      #"""
      {"type":"object","required":["for"],
       "properties":{"id":{"type":["string","number"]},"for":{"$ref":"#/components/schemas/Target"},
        "override":{"$ref":"#/components/schemas/Set"},
        "children":{"type":"array","items":{"$ref":"#/components/schemas/TreeNode"}}},"additionalProperties":false}
      """#
    ),
    (
      "AppearanceAnswer",
      #"""
      {"type":"object","required":["theme","traits","nodes"],
       "properties":{"theme":{"$ref":"#/components/schemas/Name"},"traits":{"$ref":"#/components/schemas/Traits"},
        "nodes":{"type":"array","items":{"type":"object","required":["for","set"],
         "properties":{"id":{"type":["string","number"]},"for":{"$ref":"#/components/schemas/Target"},
          "in":{"$ref":"#/components/schemas/Path"},"set":{"$ref":"#/components/schemas/Set"},
          "explain":{"$ref":"#/components/schemas/Explanations"}},"additionalProperties":false}}},
       "additionalProperties":false}
      """#
    ),
  ]

  private static let documents: [Named] = [
    ("AnyDocument", #"{"description":"What may be a theme's document: any JSON is looked at."}"#),
    ("Document", #"{"type":"object","description":"The document as it was written."}"#),
    (
      "ThemeDocument",
      #"""
      {"type":"object","description":"A theme as `Config/schema/theme.schema.json` describes it.",
       "properties":{"title":{"type":"string"},"kit":{"$ref":"#/components/schemas/Name"},
        "extends":{"$ref":"#/components/schemas/Name"},"imagePrefix":{"type":"string"},
        "transition":{"type":"object"},"colors":{"type":"object"},"images":{"type":"object"},"appearance":{"type":"array"}}}
      """#
    ),
    (
      "Finding",
      #"""
      {"type":"object","required":["code","line","column","pointer","message"],
       "properties":{"severity":{"enum":["error","warning","note"]},"code":{"type":"string"},"file":{"type":"string"},
        "line":{"type":"integer"},"column":{"type":"integer"},"pointer":{"type":"string"},"message":{"type":"string"}},
       "additionalProperties":false}
      """#
    ),
    (
      "Findings",
      ##"{"type":"array","items":{"$ref":"#/components/schemas/Finding"}}"##
    ),
    (
      "Themes",
      #"""
      {"type":"object","required":["themes"],"properties":{"themes":{"type":"array","items":{"type":"object",
       "required":["name","title","kit","file","problems","warnings","notes"],
       "properties":{"name":{"$ref":"#/components/schemas/Name"},"title":{"type":"string"},
        "kit":{"$ref":"#/components/schemas/Name"},"parent":{"$ref":"#/components/schemas/Name"},"file":{"type":"string"},
        "problems":{"$ref":"#/components/schemas/Findings"},"warnings":{"$ref":"#/components/schemas/Findings"},
        "notes":{"$ref":"#/components/schemas/Findings"}},"additionalProperties":false}}},"additionalProperties":false}
      """#
    ),
    (
      "Kits",
      #"""
      {"type":"object","required":["kits"],"properties":{"kits":{"type":"array","items":{"type":"object",
       "required":["name","title","classes","traits","file","problems","warnings","notes"],
       "properties":{"name":{"$ref":"#/components/schemas/Name"},"title":{"type":"string"},
        "classes":{"type":"integer","minimum":0},"traits":{"type":"array","items":{"type":"string"}},"file":{"type":"string"},
        "problems":{"$ref":"#/components/schemas/Findings"},"warnings":{"$ref":"#/components/schemas/Findings"},
        "notes":{"$ref":"#/components/schemas/Findings"}},"additionalProperties":false}}},"additionalProperties":false}
      """#
    ),
    (
      "CheckResult",
      #"""
      {"type":"object","required":["ok","problems"],"properties":{"ok":{"type":"boolean"},
       "problems":{"$ref":"#/components/schemas/Findings"}},"additionalProperties":false}
      """#
    ),
    (
      "Uploaded",
      #"""
      {"type":"object","required":["name","cursor","changed","problems"],
       "properties":{"name":{"$ref":"#/components/schemas/Name"},"cursor":{"$ref":"#/components/schemas/Cursor"},
        "changed":{"type":"boolean"},"problems":{"$ref":"#/components/schemas/Findings"}},"additionalProperties":false}
      """#
    ),
    (
      "Removed",
      #"""
      {"type":"object","required":["name","cursor"],"properties":{"name":{"$ref":"#/components/schemas/Name"},
       "cursor":{"$ref":"#/components/schemas/Cursor"}},"additionalProperties":false}
      """#
    ),
  ]
}
