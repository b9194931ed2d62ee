import { decodeImage } from '@touchstone/images/decode'
import { encodeCopy } from '@touchstone/images/encode'
import { serveWork } from '@touchstone/workers'
import type { AddressProofReading } from '../address/address-proof-reading.ts'
import { readAddressProof } from '../address/read-address-proof.ts'
import { createTextReader, type TextReader } from '../print/create-text-reader.ts'
import type { DocumentReading } from '../read/document-reading.ts'
import { loadGlyphNets } from '../read/load-glyph-nets.ts'
import { readDocument } from '../read/read-document.ts'

/**
 * Maximum length of a decoded picture's longer side. At this size, the zone's characters are 25 pixels wide
 * if the page fills the picture.
 */
const maxSide = 2000

let reader: Promise<TextReader> | undefined

/**
 * Returns the thread's text reader. It is started once per thread, which takes a second. A failed start is
 * retried on the next call.
 */
function textReader(): Promise<TextReader> {
  reader ??= createTextReader().catch((error: unknown) => {
    reader = undefined
    throw error
  })
  return reader
}

export default serveWork({
  async readDocument(input: {
    pictures: readonly Uint8Array[]
    today: string
    allowSpecimen: boolean
    crossCheck: boolean
    copies: boolean
  }): Promise<DocumentReading> {
    const { pictures, today, allowSpecimen, crossCheck } = input
    const frames = []
    for (const bytes of pictures) frames.push(await decodeImage({ bytes, maxSide }))
    const copies = []
    // Encodes the copies first, because the reading may change the pixels.
    if (input.copies) for (const frame of frames) copies.push(await encodeCopy(frame))
    const nets = loadGlyphNets()
    const reading = await readDocument({
      ...{ frames, today, allowSpecimen, nets },
      ...(crossCheck && { textReader }),
    })
    return input.copies ? { ...reading, copies } : reading
  },

  async readAddressProof(input: {
    file: Uint8Array
    today: string
    expectedName?: string
  }): Promise<AddressProofReading> {
    return readAddressProof({ ...input, textReader })
  },
})
