import type { CaseFileType } from '@touchstone/contract'

/** The types with which files are sent. Browsers show none of them as a page of the service. */
export const mediaTypes: Readonly<Record<CaseFileType, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  csv: 'text/csv; charset=utf-8',
  text: 'text/plain; charset=utf-8',
}

const endings: Readonly<Record<CaseFileType, readonly string[]>> = {
  pdf: ['pdf'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  csv: ['csv'],
  text: ['txt', 'log', 'md'],
}

/**
 * Returns the type of a file's content, or undefined if it is not accepted. The whole file must have the type: a
 * picture or a document that ends early could hide another file behind its end, and a text must not contain a
 * program or a page.
 */
export function fileTypeOf(content: Buffer): CaseFileType | undefined {
  if (content.length === 0) return undefined
  if (startsWith(content, pngStart)) return isWholePng(content) ? 'png' : undefined
  if (startsWith(content, [0xff, 0xd8, 0xff])) return isWholeJpeg(content) ? 'jpeg' : undefined
  if (startsWith(content, Buffer.from('%PDF-'))) return isPlainPdf(content) ? 'pdf' : undefined
  return textTypeOf(content)
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Follows the chunks up to the end of the picture, which must be the end of the file. */
function isWholePng(content: Buffer): boolean {
  let at = pngStart.length
  while (at + 12 <= content.length) {
    const length = content.readUInt32BE(at)
    const name = content.toString('latin1', at + 4, at + 8)
    at += 12 + length
    if (name === 'IEND') return length === 0 && at === content.length
  }
  return false
}

/** Follows the segments up to the compressed data, then to the end marker, which must be the end of the file. */
function isWholeJpeg(content: Buffer): boolean {
  let at = 2
  while (at + 4 <= content.length) {
    if (content[at] !== 0xff) return false
    const marker = content[at + 1] ?? 0
    if (marker === 0xd9) return at + 2 === content.length
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else {
      at += 2 + content.readUInt16BE(at + 2)
      if (marker === 0xda) at = endOfScan(content, at)
    }
  }
  return at + 2 === content.length && content[at] === 0xff && content[at + 1] === 0xd9
}

/** Returns where the compressed data ends: at the next marker that is neither stuffing nor a restart. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return content.length
}

/** Names of a PDF's parts that run scripts, start programs, or contain other files. */
const activeNames =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|AA|OpenAction|GoToE|SubmitForm|ImportData)\b/
const encrypted = /\/Encrypt\b/

function isPlainPdf(content: Buffer): boolean {
  const text = content.toString('latin1')
  // Names can be written with escapes, so that `/J#53` is `/JS`.
  const names = text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const end = text.lastIndexOf('%%EOF')
  const isWhole = end !== -1 && text.slice(end + 5).trim() === ''
  return isWhole && !activeNames.test(names) && !encrypted.test(names)
}

/** What a browser, a shell or an office program would run. */
const activeText =
  /^\s*(#!|<|\{\\rtf|%!|MZ)|<(script|html|svg|iframe|object|embed|\?xml|!doctype)\b|javascript:|vbscript:/i

function textTypeOf(content: Buffer): CaseFileType | undefined {
  const text = utf8.decodeOrNothing(content)
  if (text === undefined || forbidden.test(text) || activeText.test(text)) return undefined
  return isTable(text) ? 'csv' : 'text'
}

const utf8 = {
  decodeOrNothing(content: Buffer): string | undefined {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(content)
    } catch {
      return undefined
    }
  },
}

/** Control characters other than tab, line feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what is searched for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Whether the first lines have the same number of fields, and more than one. */
function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  const counts = lines.slice(0, 5).map((line) => line.replace(/"[^"]*"/g, '').split(/[,;\t]/).length)
  return lines.length > 1 && (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0])
}

function startsWith(content: Buffer, start: Uint8Array | readonly number[]): boolean {
  return content.subarray(0, start.length).equals(Buffer.from(start))
}

const mostName = 100

/**
 * Returns the last part of a name without characters that are special in paths, headers or shells, and with the
 * ending of the content's type.
 */
export function safeFileName(name: string, type: CaseFileType): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const ending = /\.([^.]*)$/.exec(clean)?.[1]?.toLowerCase() ?? ''
  const isFitting = endings[type].includes(ending)
  const stem = (isFitting ? clean.slice(0, -ending.length - 1) : clean).slice(0, mostName)
  return `${stem === '' ? 'file' : stem}.${isFitting ? ending : endings[type][0]}`
}
