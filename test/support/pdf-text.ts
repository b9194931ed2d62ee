import { inflateSync } from 'node:zlib'

/**
 * Extracts the text of each page from a PDF that Chromium printed. Adds no spaces between pieces of text that
 * are placed separately.
 */
export function pagesOfPdf(pdf: Buffer): string[] {
  const objects = new Map<string, string>()
  // The latin1 encoding maps each byte to one character, which preserves compressed parts.
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, body)
  const streamOf = (id: string): string => {
    const [, bytes] = /stream\n([\s\S]*)\nendstream/.exec(objects.get(id) ?? '') ?? []
    if (bytes === undefined) throw new Error(`the PDF has no stream ${id}`)
    return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
  }
  const fonts = new Map<string, ReadonlyMap<string, string>>()
  const fontOf = (id: string) => {
    const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
    const font = fonts.get(id) ?? (map === undefined ? new Map<string, string>() : lettersOf(streamOf(map)))
    fonts.set(id, font)
    return font
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  return pages.map((page) => {
    const named = new Map([...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, id ?? '']))
    const [, content = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? []
    let font: ReadonlyMap<string, string> = new Map()
    let text = ''
    for (const [, name, glyphs] of streamOf(content).matchAll(/\/(F\d+) \S+ Tf|<([0-9A-F]+)> Tj/g)) {
      if (name !== undefined) font = fontOf(named.get(name) ?? '')
      const width = [...font.keys()][0]?.length ?? 4
      for (const glyph of glyphs?.match(new RegExp(`.{${width}}`, 'g')) ?? []) text += font.get(glyph) ?? ''
    }
    return text
  })
}

/** Maps the glyphs of a font to letters. A ligature represents several letters. */
function lettersOf(map: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  for (const [, lines = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', codes = ''] of lines.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(glyph, Buffer.from(codes, 'hex').swap16().toString('utf16le'))
  for (const [, lines = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', code = ''] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph++) {
        const letter = Number.parseInt(code, 16) + glyph - Number.parseInt(from, 16)
        letters.set(glyph.toString(16).toUpperCase().padStart(from.length, '0'), String.fromCodePoint(letter))
      }
  return letters
}
