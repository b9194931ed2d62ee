import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createFaceChecker, readFaceModels } from '@touchstone/biometrics'
import { createDocumentReader } from '@touchstone/documents'

/**
 * Reads a face, also with custom models, and a PDF file. A test runs it from the source and as a separate program
 * in a
 * production install: all numbers must be equal.
 *
 * @param {{ picture: string, embedding: string, liveness: string, pdf: string }} files
 * @returns {Promise<unknown>}
 */
export async function tryCheckers({ picture, embedding, liveness, pdf }) {
  const models = readFaceModels({ embedding, liveness })
  const faces = createFaceChecker({ workers: 1, queueLimit: 4, models })
  const documents = createDocumentReader({ workers: 1, queueLimit: 4, allowSpecimen: true })
  try {
    const bytes = readFileSync(picture)
    // A single frame, because with several a random choice selects those for the passive model.
    const { measures } = await faces.measureFrames({ frames: [{ bytes, atMs: 0 }], startIndex: 0 })
    const proof = await documents.readAddressProof({ file: readFileSync(pdf), today: '2026-03-01' })
    // Converted to JSON and back, like the program's answer.
    return JSON.parse(JSON.stringify({ measures, proof }))
  } finally {
    await faces.close()
    await documents.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , picture = '', embedding = '', liveness = '', pdf = ''] = process.argv
  process.stdout.write(JSON.stringify(await tryCheckers({ picture, embedding, liveness, pdf })))
}
