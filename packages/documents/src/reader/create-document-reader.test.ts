import { crc32, deflateSync } from 'node:zlib'
import { UserError } from '@touchstone/common'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProof } from '../../tools/src/specimens/make-proof.ts'
import { makeSpecimen } from '../../tools/src/specimens/make-specimen.ts'
import { createDocumentReader, type DocumentReader } from './create-document-reader.ts'

const today = '2026-11-15'
let reader: DocumentReader
beforeAll(() => {
  // A longer time limit than in production, because a test machine can be busy.
  reader = createDocumentReader({ workers: 1, queueLimit: 2, allowSpecimen: true, timeLimitMs: 110_000 })
})
afterAll(() => reader.close())

const codeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof UserError)) throw error ?? new Error('the call did not fail')
  expect(error.remedy).not.toBe('')
  return error.code
}
const read = (...pictures: Uint8Array[]) => reader.read({ pictures, today })
const plainPicture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#987' } })
    .png()
    .toBuffer()

test('reads a passport in a thread and reports that the print agrees', async () => {
  const { page, photo } = makeSpecimen({
    seed: 'thread',
    level: 'faint',
    today,
    kind: 'TD3',
    person: { surname: 'Harrison', givenNames: 'Patricia Anne', nationality: 'CAN', issuingState: 'CAN' },
  })
  const reading = await read(photo.jpeg)
  expect(reading.status).toBe('accepted')
  expect(reading.printRead).toBe(true)
  expect(reading.document?.lines).toEqual(page.lines)
  expect(reading.document?.fields.surname).toMatchObject({ value: 'HARRISON', print: 'agrees' })
  expect(reading.document?.fields.nationality).toMatchObject({ value: 'CAN', print: 'agrees' })
})

describe('rejects bad input with a code and reads the next document', () => {
  const { photo } = makeSpecimen({ seed: 'cut', level: 'clean', today })

  test('a picture of 100 MB', async () => {
    expect(await codeOf(read(new Uint8Array(100 * 1024 * 1024)))).toBe('image.too-large')
    const file = new Uint8Array(11 * 1024 * 1024)
    await expect(reader.readAddressProof({ file, today })).rejects.toThrow('larger than 10 MB')
  })

  test('a small file that decompresses to gigabytes', async () => {
    const bomb = pngOf(50_000, 50_000)
    expect(bomb.byteLength).toBeLessThan(100)
    expect(await codeOf(read(bomb))).toBe('image.too-many-pixels')
  })

  test('not an image, a damaged image, no image, too many images', async () => {
    expect(await codeOf(read(new TextEncoder().encode('MZ not a picture')))).toBe('image.unknown-format')
    expect(await codeOf(read(photo.jpeg.subarray(0, photo.jpeg.length / 2)))).toBe('image.broken')
    expect(await codeOf(read())).toBe('document.picture-count')
    expect(await codeOf(read(...Array.from({ length: 9 }, () => photo.jpeg)))).toBe('document.picture-count')
  })

  test('a PDF with a password, with a script, damaged', async () => {
    const file = (text: string) => reader.readAddressProof({ file: Buffer.from(text, 'latin1'), today })
    expect(await codeOf(file(pdfWith('/Encrypt 9 0 R', lock)))).toBe('pdf.encrypted')
    expect(await codeOf(file(pdfWith('', script, '/OpenAction 9 0 R')))).toBe('pdf.scripts')
    expect(await codeOf(file('%PDF-1.7\nnot a PDF'))).toBe('pdf.broken')
  })

  test('more readings than the queue allows', async () => {
    const plain = await plainPicture()
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => read(plain)))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'work.busy', retryable: true })
  })

  test('stops a reading at the time limit and continues with the next one', async () => {
    const hasty = createDocumentReader({ workers: 1, queueLimit: 1, timeLimitMs: 60, allowSpecimen: true })
    expect(await codeOf(hasty.read({ pictures: [photo.jpeg], today }))).toBe('work.too-long')
    await hasty.close()
    expect((await read(await plainPicture())).status).toBe('unreadable')
  })
})

describe('proof of address', () => {
  test('accepts a letter as a PDF and as a photo', async () => {
    for (const form of ['pdf', 'photo'] as const) {
      const { proof, file } = makeProof({
        seed: 'good',
        today,
        form,
        age: 20,
        layout: 'window',
        change: {
          name: 'William Smith',
          countryLine: 'United Kingdom',
          country: 'GBR',
          ambiguousDate: false,
          printedIssueDate: '26 October 2026',
          issueDate: '2026-10-26',
          address: ['12 High Street', 'London E2 6PB'],
        },
      })
      const reading = await reader.readAddressProof({ file, today, expectedName: 'SMITH, William' })
      expect(reading.reasons).toEqual([])
      expect(reading).toMatchObject({
        status: 'accepted',
        source: form === 'pdf' ? 'pdf-text' : 'photo',
        holder: proof.name,
        nameMatch: 'same',
        issueDate: '2026-10-26',
        address: { lines: proof.address, country: { code: 'GBR' }, countryFrom: 'named' },
      })
    }
  })

  test('refuses a letter that is too old, dated in the future, or addressed to someone else', async () => {
    const judge = async (age: number, expectedName?: string) => {
      const { proof, file } = makeProof({ seed: 'bad', today, form: 'pdf', age, layout: 'table' })
      return reader.readAddressProof({ file, today, expectedName: expectedName ?? proof.name })
    }
    expect(await judge(91)).toMatchObject({ status: 'refused', reasons: ['date.too-old'] })
    expect(await judge(-2)).toMatchObject({ status: 'refused', reasons: ['date.future'] })
    expect((await judge(5, 'Margaret Featherstone')).reasons).toContain('name.different')
    expect(await judge(90)).not.toMatchObject({ reasons: ['date.too-old'] })
  })
})

const lock = `<< /Filter /Standard /V 1 /R 2 /P -4 /O (${'x'.repeat(32)}) /U (${'y'.repeat(32)}) >>`
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

/** Creates a PNG with almost no content whose header declares this size. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(body.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const start = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(8))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Creates a PDF with an empty page and one additional object. */
function pdfWith(trailer: string, extra: string, catalog = ''): string {
  const objects: [number, string][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'],
    [9, extra],
  ]
  let text = '%PDF-1.4\n'
  const places = new Map<number, number>()
  for (const [number, body] of objects) {
    places.set(number, text.length)
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const entry = (number: number) =>
    places.has(number)
      ? `${String(places.get(number)).padStart(10, '0')} 00000 n \n`
      : '0000000000 65535 f \n'
  const start = text.length
  text += `xref\n0 10\n${Array.from({ length: 10 }, (_, number) => entry(number)).join('')}`
  return `${text}trailer\n<< /Size 10 /Root 1 0 R /ID [<00> <00>] ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
}
