import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { UserError } from '@touchstone/common'
import type { GrayRaster } from '@touchstone/images'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { proofLimits } from './proof-limits.ts'
import type { ProofLine } from './proof-text.ts'

/** The content of a PDF: its text or, if it has no text, its pages as images. */
export type PdfContent = { lines: ProofLine[] } | { pages: GrayRaster[] }

type CanvasFactory = { create(width: number, height: number): { canvas: Canvas; context: SKRSContext2D } }
type RenderCanvas = Canvas & NonNullable<Parameters<PDFPageProxy['render']>[0]['canvas']>

/**
 * Minimum length of a letter's text. A PDF with less text, such as the text of a stamp, is treated as a scan.
 */
const leastLetters = 60

/** Opens an untrusted PDF. Never runs scripts, fills in forms or loads external resources. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const task = getDocument({
    data: Uint8Array.from(bytes),
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
    useWorkerFetch: false,
    maxImageSize: 40_000_000,
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    cMapUrl: `${join(folder, 'cmaps')}/`,
    cMapPacked: true,
    wasmUrl: `${join(folder, 'wasm')}/`,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const pdf = await task.promise
    if (pdf.numPages > proofLimits.maxPages) throw tooManyPages()
    await refuseScripts(pdf)
    return await readPages(pdf)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw error instanceof Error && error.name === 'PasswordException' ? encrypted() : broken(error)
  } finally {
    await task.destroy()
  }
}

async function refuseScripts(pdf: PDFDocumentProxy): Promise<void> {
  if (await pdf.hasJSActions()) throw scripted()
  const attachments: unknown = await pdf.getAttachments()
  if (attachments !== null && attachments !== undefined) throw scripted()
}

async function readPages(pdf: PDFDocumentProxy): Promise<PdfContent> {
  const pages: PDFPageProxy[] = []
  const lines: ProofLine[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, proofLimits.pagesRead); number++) {
    const page = await pdf.getPage(number)
    pages.push(page)
    lines.push(...(await textOf(page, number)))
  }
  const letters = lines.reduce((sum, line) => sum + line.text.length, 0)
  if (letters >= leastLetters) return { lines }
  const drawn: GrayRaster[] = []
  for (const page of pages) drawn.push(await draw(pdf, page))
  return { pages: drawn }
}

async function textOf(page: PDFPageProxy, number: number): Promise<ProofLine[]> {
  const { height } = page.getViewport({ scale: 1 })
  const content = await page.getTextContent()
  const pieces: (ProofLine & { end: number })[] = []
  let letters = 0
  for (const item of content.items) {
    if (!('str' in item) || item.str.trim() === '') continue
    letters += item.str.length
    if (letters > proofLimits.charactersRead) break
    const [, , , , x = 0, y = 0] = item.transform as number[]
    pieces.push({
      text: item.str,
      x,
      y: height - y,
      height: item.height || 10,
      page: number,
      end: x + item.width,
    })
  }
  return joinPieces(pieces)
}

/** Joins pieces of text at the same height into one line. A wide gap starts a new column. */
function joinPieces(pieces: (ProofLine & { end: number })[]): ProofLine[] {
  pieces.sort((a, b) => a.y - b.y || a.x - b.x)
  const rows: (ProofLine & { end: number })[][] = []
  for (const piece of pieces) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && Math.abs(first.y - piece.y) < Math.min(first.height, piece.height) * 0.5)
      row.push(piece)
    else rows.push([piece])
  }
  return rows.flatMap((row) => {
    row.sort((a, b) => a.x - b.x)
    const lines: (ProofLine & { end: number })[] = []
    for (const piece of row) {
      const last = lines.at(-1)
      const gap = last ? piece.x - last.end : 0
      if (last && gap < last.height * 1.6) {
        last.text += (gap > last.height * 0.12 ? ' ' : '') + piece.text
        last.end = piece.end
      } else lines.push({ ...piece })
    }
    return lines.map(({ text, x, y, height, page }) => ({
      text: text.replace(/\s+/g, ' ').trim(),
      x,
      y,
      height,
      page,
    }))
  })
}

async function draw(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<GrayRaster> {
  const plain = page.getViewport({ scale: 1 })
  const scale = proofLimits.drawnSide / Math.max(plain.width, plain.height, 1)
  const viewport = page.getViewport({ scale })
  // Creates the canvas with pdf.js, because pdf.js uses a version of the canvas library that is not
  // compatible with ours.
  const factory = pdf.canvasFactory as CanvasFactory
  const { canvas, context } = factory.create(Math.ceil(viewport.width) || 1, Math.ceil(viewport.height) || 1)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  await page.render({ canvas: canvas as RenderCanvas, viewport }).promise
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const gray = new Uint8Array(canvas.width * canvas.height)
  for (let at = 0, from = 0; at < gray.length; at++, from += 4) {
    gray[at] = (299 * (data[from] ?? 0) + 587 * (data[from + 1] ?? 0) + 114 * (data[from + 2] ?? 0)) / 1000
  }
  return { width: canvas.width, height: canvas.height, data: gray }
}

function tooManyPages(): UserError {
  return new UserError({
    code: 'pdf.too-many-pages',
    message: `The PDF has more than ${proofLimits.maxPages} pages.`,
    remedy: 'Send only the page with your name and address.',
  })
}

function scripted(): UserError {
  return new UserError({
    code: 'pdf.scripts',
    message: 'The PDF contains scripts or attached files, which are not allowed.',
    remedy: 'Print it to a new PDF, or send a photo of the page.',
  })
}

function encrypted(): UserError {
  return new UserError({
    code: 'pdf.encrypted',
    message: 'The PDF is password-protected.',
    remedy: 'Save it without a password, or send a photo of the page.',
  })
}

function broken(cause: unknown): UserError {
  return new UserError({
    code: 'pdf.broken',
    message: "The PDF is damaged and can't be opened.",
    remedy: 'Export it again, or send a photo of the page.',
    cause,
  })
}
