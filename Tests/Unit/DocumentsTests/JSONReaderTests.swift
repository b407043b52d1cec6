import Documents
import TestSupport
import Testing

/// Tests of the JSON reader with right and wrong texts.
struct JSONReaderTests {
  @Test func `random documents are read as they were written`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<400 {
      let model = PlainJSON.random(depth: 5, using: &generator)
      let text = model.text(using: &generator)
      let (root, problems) = JSONReader.read(SourceFile(name: "r.json", bytes: Array(text.utf8)))
      #expect(problems.isEmpty, "\(problems.map(\.text)) \(text)")
      #expect(root.map { PlainJSON($0) } == model, "\(text)")
    }
  }

  @Test func `what is accepted is exactly what the grammar allows`() {
    var generator = SeededGenerator(seed: 2)
    let spice = Array("{}[]\",:\\ue0d8D8c-+.1eE/*#\n\t \u{0}'é".utf8) + [0xff, 0xc3, 0xed, 0xa0, 0x80]
    var refused = 0
    for _ in 0..<4000 {
      var bytes = Array(PlainJSON.random(depth: 3, using: &generator).text(using: &generator).utf8)
      for _ in 0..<Int.random(in: 0..<3, using: &generator) {
        let at = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where at < bytes.count: bytes.remove(at: at)
        case 1 where at < bytes.count: bytes[at] = generator.pick(spice)
        default: bytes.insert(generator.pick(spice), at: at)
        }
      }
      let (root, problems) = JSONReader.read(SourceFile(name: "r.json", bytes: bytes))
      let isAccepted = root != nil && problems.isEmpty
      refused += isAccepted ? 0 : 1
      #expect(
        isAccepted == StrictRecognizer.accepts(bytes), "\(String(decoding: bytes, as: UTF8.self))")
      #expect(root != nil || !problems.isEmpty)
    }
    #expect(refused > 400)
  }

  @Test func `what is written reads back, compact or pretty`() {
    var generator = SeededGenerator(seed: 3)
    for style in [JSONWriter.Style.compact, .pretty] {
      for _ in 0..<150 {
        let model = PlainJSON.random(depth: 4, using: &generator)
        var json = JSONWriter(style)
        write(model, to: &json)
        let (root, problems) = JSONReader.read(SourceFile(name: "w.json", bytes: json.finished()))
        #expect(problems.isEmpty)
        #expect(root.map { PlainJSON($0) } == model)
      }
    }
  }

  private func write(_ value: PlainJSON, to json: inout JSONWriter) {
    switch value {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .number(let digits): json.number(Double(digits) ?? .nan)
    case .string(let text): json.string(text)
    case .array(let items): json.array { for item in items { write(item, to: &$0) } }
    case .object(let members):
      json.object { json in
        for (name, value) in members { json.member(name) { write(value, to: &$0) } }
      }
    }
  }
}
