import type { GrayRaster } from '@touchstone/images'
import { toGray } from '@touchstone/images'
import { decodeImage } from '@touchstone/images/decode'
import type { TextLine, TextReader } from '../print/create-text-reader.ts'
import { blurPlane } from '../raster/blur-plane.ts'
import type { AddressProofReading } from './address-proof-reading.ts'
import { judgeProof } from './judge-proof.ts'
import { proofLimits } from './proof-limits.ts'
import type { ProofLine, ProofText } from './proof-text.ts'
import { readPdf } from './read-pdf.ts'

/** Reads a proof of address (PDF with text, scan in a PDF, or photo) and checks it. */
export async function readAddressProof(options: {
  file: Uint8Array
  today: string
  expectedName?: string | undefined
  textReader: () => Promise<TextReader>
}): Promise<AddressProofReading> {
  const text = await readText(options.file, options.textReader)
  return judgeProof({ text, today: options.today, expectedName: options.expectedName })
}

async function readText(file: Uint8Array, textReader: () => Promise<TextReader>): Promise<ProofText> {
  const head = Buffer.from(file.subarray(0, 1024)).toString('latin1')
  if (!head.includes('%PDF-')) {
    const raster = await decodeImage({ bytes: file, maxSide: proofLimits.drawnSide })
    return { ...(await recognise([toGray(raster)], await textReader())), source: 'photo' }
  }
  const content = await readPdf(file)
  if ('lines' in content) return { lines: content.lines, source: 'pdf-text', confidence: 100 }
  return { ...(await recognise(content.pages, await textReader())), source: 'pdf-scan' }
}

async function recognise(
  pages: readonly GrayRaster[],
  reader: TextReader,
): Promise<{ lines: ProofLine[]; confidence: number }> {
  const lines: ProofLine[] = []
  let sure = 0
  let words = 0
  for (const [index, page] of pages.entries()) {
    for (const line of await reader.read(evenLight(page), 'page')) {
      for (const word of line.words) {
        sure += word.confidence
        words += 1
      }
      lines.push(...splitAtGaps(line, index + 1))
    }
  }
  lines.sort((a, b) => a.page - b.page || a.y - b.y)
  return { lines, confidence: words === 0 ? 0 : sure / words }
}

/** Splits a line at wide gaps, because OCR returns adjacent columns as one line. */
function splitAtGaps(line: TextLine, page: number): ProofLine[] {
  const height = Math.max(8, line.height)
  const parts: (ProofLine & { end: number })[] = []
  for (const word of line.words) {
    if (word.text.trim() === '') continue
    const last = parts.at(-1)
    if (last && word.x - last.end < height * 1.4) {
      last.text += ` ${word.text}`
      last.end = word.end
    } else parts.push({ text: word.text, x: word.x, end: word.end, y: line.y, height, page })
  }
  return parts.map(({ text, x, y }) => ({ text: text.trim(), x, y, height, page }))
}

function evenLight({ width, height, data }: GrayRaster): GrayRaster {
  const light = Float32Array.from(data)
  blurPlane(light, width, height, 24)
  const even = new Uint8Array(data.length)
  for (let at = 0; at < even.length; at++) {
    even[at] = Math.min(255, (230 * (data[at] ?? 0)) / Math.max(20, light[at] ?? 0))
  }
  return { width, height, data: even }
}
