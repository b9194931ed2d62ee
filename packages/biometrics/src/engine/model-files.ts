import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from './package-folder.ts'

export type ModelFile = {
  /** The file's path relative to the server's URL for models. */
  name: string
  /** The file's path inside an installed package. */
  path: string
  bytes: number
}

const graphs = ['blazeface', 'facemesh', 'iris']

/**
 * Returns the files that the browser's guidance loads. The server has to serve them unchanged under one URL,
 * with these names.
 */
export function modelFiles(): ModelFile[] {
  const human = packageFolder('@vladmandic/human')
  const wasm = packageFolder('@tensorflow/tfjs-backend-wasm')
  const models = graphs.flatMap((graph) => [
    join(human, '../models', `${graph}.json`),
    join(human, '../models', `${graph}.bin`),
  ])
  const engines = [
    'tfjs-backend-wasm.wasm',
    'tfjs-backend-wasm-simd.wasm',
    'tfjs-backend-wasm-threaded-simd.wasm',
  ].map((file) => join(wasm, file))
  return [...models, ...engines].map(describe)
}

/** Returns the files of the built-in face embedding, which runs only on the server. */
export function embeddingFiles(): { manifest: string; weights: string } {
  const folder = join(packageFolder('@vladmandic/face-api'), '../model')
  const manifest = join(folder, 'face_recognition_model-weights_manifest.json')
  const [part]: { paths: [string] }[] = JSON.parse(readFileSync(manifest, 'utf8'))
  if (part === undefined) throw new Error('the manifest of the face embedding does not name a file')
  return { manifest, weights: join(folder, part.paths[0]) }
}

function describe(path: string): ModelFile {
  return { name: path.slice(path.lastIndexOf('/') + 1), path, bytes: statSync(path).size }
}
