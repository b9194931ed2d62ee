export type Fields = { readonly [key: string]: string | readonly string[] }

const keyPattern = /^[A-Za-z_][A-Za-z0-9_]*$/
/**
 * A plain YAML value, without a special first character, control characters or line separators. Values with
 * ": " or " #" are excluded separately.
 */
const plainPattern = /^[A-Za-z0-9_./($+][^\p{Cc}\u0085\u2028\u2029\u{feff}]*$/u
const singlePattern = /^'((?:[^'\p{Cc}\u0085\u2028\u2029\u{feff}]|'')*)'$/u
const doublePattern = /^"([^"\\\p{Cc}\u0085\u2028\u2029\u{feff}]*)"$/u

/**
 * Parses the lines of one item in a list of maps, if the item has the usual simple form: it starts with a
 * line like `- key: value`, has one field per line, and contains only lists of plain values. Returns
 * `undefined` for any other form, which only a YAML parser can read. The result must always match the YAML
 * parser's result.
 */
export function readRegularItem(lines: readonly string[], indent: number): Fields | undefined {
  const fields: Record<string, string | string[]> = {}
  const keyStart = indent + 2
  const margin = ' '.repeat(keyStart)
  let list: string[] | undefined
  let listIndent = 0

  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (index > 0) {
      if (line === '') continue
      if (!line.startsWith(margin)) return undefined
      const entry = list && readListEntry(line, keyStart)
      if (list && entry) {
        if (list.length > 0 && entry.indent !== listIndent) return undefined
        listIndent = entry.indent
        list.push(entry.value)
        continue
      }
    } else if (line.charCodeAt(indent + 1) !== 0x20) return undefined
    // Leaves a key without a value and without list items to the YAML parser.
    if (list?.length === 0) return undefined
    list = undefined

    const colon = line.indexOf(':', keyStart)
    if (colon === -1) return undefined
    const key = line.slice(keyStart, colon)
    if (!keyPattern.test(key) || key in fields) return undefined
    if (colon === line.trimEnd().length - 1) {
      list = []
      fields[key] = list
      continue
    }
    if (line.charCodeAt(colon + 1) !== 0x20) return undefined
    const value = readScalar(line.slice(colon + 2))
    if (value === undefined) return undefined
    fields[key] = value
  }
  return list?.length === 0 ? undefined : fields
}

function readListEntry(line: string, keyStart: number): { indent: number; value: string } | undefined {
  const indent = line.search(/[^ ]/)
  if (indent < keyStart || line.charCodeAt(indent) !== 0x2d || line.charCodeAt(indent + 1) !== 0x20)
    return undefined
  const value = readScalar(line.slice(indent + 2))
  return value === undefined ? undefined : { indent, value }
}

function readScalar(text: string): string | undefined {
  const trimmed = trimSpaces(text)
  const start = trimmed.charCodeAt(0)
  if (start === 0x27) return singlePattern.exec(trimmed)?.[1]?.replaceAll("''", "'")
  if (start === 0x22) return doublePattern.exec(trimmed)?.[1]
  if (!plainPattern.test(trimmed)) return undefined
  if (trimmed.includes(': ') || trimmed.includes(' #') || trimmed.endsWith(':')) return undefined
  return trimmed
}

function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (text.charCodeAt(start) === 0x20) start += 1
  while (end > start && text.charCodeAt(end - 1) === 0x20) end -= 1
  return text.slice(start, end)
}
