import { decodeImage } from '@touchstone/images/decode'
import { serveWork } from '@touchstone/workers'
import type { AddressProofReading } from '../address/address-proof-reading.ts'
import { readAddressProof } from '../address/read-address-proof.ts'
import { createTextReader, type TextReader } from '../print/create-text-reader.ts'
import type { DocumentReading } from '../read/document-reading.ts'
import { loadGlyphNets } from '../read/load-glyph-nets.ts'
import { readDocument } from '../read/read-document.ts'

/** A zone's characters are 25 pixels wide at this size when the page fills the picture. */
const maxSide = 2000

let reader: Promise<TextReader> | undefined

/** Its start takes a second: once for each thread. A start that failed is tried again the next time. */
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
  }): Promise<DocumentReading> {
    const { pictures, today, allowSpecimen, crossCheck } = input
    const frames = []
    for (const bytes of pictures) frames.push(await decodeImage({ bytes, maxSide }))
    const nets = loadGlyphNets()
    return readDocument({ frames, today, allowSpecimen, nets, ...(crossCheck && { textReader }) })
  },

  async readAddressProof(input: {
    file: Uint8Array
    today: string
    expectedName?: string
  }): Promise<AddressProofReading> {
    return readAddressProof({ ...input, textReader })
  },
})
