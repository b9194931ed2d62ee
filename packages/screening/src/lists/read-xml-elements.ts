import { SaxesParser } from 'saxes'
import { decodeText, type TextBytes } from './decode-text.ts'
import { limits } from './limits.ts'
import { listProblem } from './list-problem.ts'

export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

type Open = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }

/**
 * Streams the named elements as small trees, so that the whole document is never in memory. Yields the root
 * element first, without children. Rejects document type declarations: no list contains such a declaration,
 * and nested entity declarations are a well-known attack on XML parsers.
 */
export async function* readXmlElements(
  bytes: TextBytes,
  options: { root: string; names: ReadonlySet<string> },
): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser()
  const stack: Open[] = []
  const found: XmlElement[] = []
  let failure: Error | undefined
  let depth = 0
  let parts = 0
  let pending = 0

  parser.on('error', (error) => {
    failure ??= error
  })
  parser.on('doctype', () => {
    failure ??= listProblem('list.doctype', { line: parser.line })
  })
  parser.on('opentag', (tag) => {
    pending = 0
    depth += 1
    if (depth > limits.depth) failure ??= listProblem('list.broken', { line: parser.line })
    if (failure !== undefined) return
    const attributes = tag.attributes as Record<string, string>
    if (depth === 1) {
      if (localName(tag.name) !== options.root) failure ??= listProblem('list.wrong-format')
      else found.push({ name: options.root, attributes, children: [], text: '' })
    }
    if (stack.length > 0 || options.names.has(tag.name)) {
      if (stack.length === 0) parts = 0
      parts += 1
      if (parts > limits.elementParts) failure ??= listProblem('list.too-large', { line: parser.line })
      stack.push({ name: tag.name, attributes, children: [], text: '' })
    }
  })
  parser.on('text', (text) => {
    const top = stack.at(-1)
    if (top === undefined) return
    top.text += text
    if (top.text.length > limits.fieldLength) failure ??= listProblem('list.too-large', { line: parser.line })
  })
  parser.on('cdata', (text) => {
    const top = stack.at(-1)
    if (top !== undefined) top.text += text
  })
  parser.on('closetag', () => {
    pending = 0
    depth -= 1
    const done = stack.pop()
    if (done === undefined) return
    const element = { ...done, text: done.text.trim() }
    const parent = stack.at(-1)
    if (parent === undefined) found.push(element)
    else parent.children.push(element)
  })

  for await (const text of decodeText(bytes)) {
    pending += text.length
    parser.write(text)
    if (failure !== undefined) throw asListProblem(failure, parser.line)
    if (pending > limits.fieldLength + text.length) throw listProblem('list.too-large', { line: parser.line })
    yield* found.splice(0)
  }
  const wasOpen = depth > 0
  parser.close()
  if (wasOpen) throw listProblem('list.cut-off', { cause: failure })
  if (failure !== undefined) throw asListProblem(failure, parser.line)
  yield* found.splice(0)
}

function asListProblem(failure: Error, line: number): Error {
  return 'code' in failure ? failure : listProblem('list.broken', { line, cause: failure })
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
