import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createFaceChecker, readFaceModels } from '@touchstone/biometrics'
import { createDocumentReader } from '@touchstone/documents'

/**
 * Reads a face, with built-in and custom models, and a PDF file. A test runs it from source and as a separate
 * program in a production install. All numbers must be equal.
 *
 * @param {{ picture: string, embedding: string, liveness: string, pdf: string }} files
 * @returns {Promise<unknown>}
 */
export async function tryCheckers({ picture, embedding, liveness, pdf }) {
  const models = readFaceModels({ embedding, liveness, previous: ['faceplugin', 'built-in'] })
  const faces = createFaceChecker({ workers: 1, queueLimit: 4, models })
  const documents = createDocumentReader({ workers: 1, queueLimit: 4, allowSpecimen: true })
  try {
    const bytes = readFileSync(picture)
    // Uses a single frame, because the frames for the passive model are selected at random if there are
    // several.
    const { measures } = await faces.measureFrames({ frames: [{ bytes, atMs: 0 }], startIndex: 0 })
    const proof = await documents.readAddressProof({ file: readFileSync(pdf), today: '2026-03-01' })
    // Converts the result to JSON and back, like the program's output.
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
