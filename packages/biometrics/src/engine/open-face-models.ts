import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import { alignedSide } from './align-face.ts'
import { createFaceMesh, type Network, type NetworkTensors } from './face-mesh.ts'
import type { FaceModels } from './face-models.ts'
import { type HumanFace, humanSettings, toFoundFaces } from './human-settings.ts'
import { embeddingFiles } from './model-files.ts'
import { packageFolder } from './package-folder.ts'
import { type PictureTensors, type Tensor, toTensor } from './to-tensor.ts'

/** The TensorFlow functions used in this file. Both model packages share this copy of the library. */
type TensorFlow = PictureTensors &
  NetworkTensors &
  Parameters<typeof addChainedMethods>[0] & {
    memory(): { numTensors: number }
    io: { decodeWeights(weights: ArrayBuffer, specs: unknown): Record<string, Tensor> }
  }

type HumanLibrary = new (
  settings: unknown,
) => {
  load(): Promise<void>
  detect(picture: Tensor, settings: object): Promise<{ face: HumanFace[]; error: string | null }>
  models: { models: Record<string, Network | null> }
}

type FaceApi = {
  nets: {
    faceRecognitionNet: {
      loadFromWeightMap(weights: Record<string, Tensor>): void
      computeFaceDescriptor(face: Tensor): Promise<Float32Array>
    }
  }
}

const require = createRequire(import.meta.url)

/**
 * Loads the models from the installed packages. Call this function in a worker thread, because the networks
 * block their thread.
 */
export async function openFaceModels(): Promise<FaceModels & { countTensors(): number }> {
  const tf: TensorFlow = require('@tensorflow/tfjs-core')
  addChainedMethods(tf)
  const wasmFolder = packageFolder('@tensorflow/tfjs-backend-wasm') + sep
  const humanFolder = packageFolder('@vladmandic/human')
  const modelFolder = join(humanFolder, '../models') + sep
  const { Human }: { Human: HumanLibrary } = require(join(humanFolder, 'human.node-wasm.js'))
  const settings = humanSettings({
    wasmPath: wasmFolder,
    modelPath: pathToFileURL(modelFolder).href,
  })
  const human = new Human(settings)
  await withFilesOnly(modelFolder, () => human.load())

  const faceApi = join(packageFolder('@vladmandic/face-api'), 'face-api.node-wasm.js')
  const { nets } = requireWith(faceApi, { '@tensorflow/tfjs': tf }) as FaceApi
  const files = embeddingFiles()
  const [{ weights: specs }] = JSON.parse(readFileSync(files.manifest, 'utf8'))
  const weights = readFileSync(files.weights)
  nets.faceRecognitionNet.loadFromWeightMap(tf.io.decodeWeights(Uint8Array.from(weights).buffer, specs))

  return {
    ...createFaceMesh({ tf, mesh: networkOf(human, 'facemesh'), eyes: networkOf(human, 'iris') }),
    async find(picture, { rough = false } = {}) {
      const { tensor, scale } = toTensor(tf, picture, { enlarge: !rough })
      try {
        const { face, error } = await human.detect(tensor, { face: { iris: { enabled: !rough } } })
        if (error !== null) throw new Error(`the face detector failed: ${error}`)
        return toFoundFaces(face, { width: tensor.shape[1] ?? 0, scale })
      } finally {
        tensor.dispose()
      }
    },
    async embed(alignedFace) {
      const face = tf.tensor3d(alignedFace, [alignedSide, alignedSide, 3])
      try {
        return await nets.faceRecognitionNet.computeFaceDescriptor(face)
      } finally {
        face.dispose()
      }
    },
    countTensors: () => tf.memory().numTensors,
  }
}

/**
 * Returns one of the library's networks; the library does not export them but stores them under stable names.
 */
function networkOf(human: InstanceType<HumanLibrary>, name: string): Network {
  const network = human.models.models[name]
  if (!network) throw new Error(`the face library has no network "${name}"`)
  return network
}

/**
 * Replaces the thread's `fetch` until the models are loaded, because the library uses it to load them. The
 * replacement reads files from one folder and never accesses the network.
 */
async function withFilesOnly(folder: string, load: () => Promise<void>): Promise<void> {
  const before = globalThis.fetch
  globalThis.fetch = async (address) => {
    const path = fileURLToPath(String(address))
    if (dirname(path) + sep !== folder) throw new Error('a model is outside its folder')
    return new Response(readFileSync(path))
  }
  try {
    await load()
  } finally {
    globalThis.fetch = before
  }
}

/**
 * Loads a package's CommonJS file and replaces some of the modules that it requires. `face-api` requires all
 * of `@tensorflow/tfjs` (200 MB) but uses only functions that are also in `@tensorflow/tfjs-core`.
 */
function requireWith(file: string, substitutes: Record<string, unknown>): unknown {
  const require = createRequire(file)
  const substituting = (name: string): unknown => (name in substitutes ? substitutes[name] : require(name))
  const module = { exports: {} }
  const run = compileFunction(
    readFileSync(file, 'utf8'),
    ['module', 'exports', 'require', '__filename', '__dirname'],
    { filename: file },
  )
  run(module, module.exports, substituting, file, dirname(file))
  return module.exports
}

type ChainableTensor = Tensor & { throwIfDisposed(): void }

type TensorFunctions = {
  Tensor: { prototype: object }
  reshape(tensor: Tensor, shape: number[]): Tensor
  div(tensor: Tensor, by: Tensor | number): Tensor
  mean(tensor: Tensor, axes?: number[], keepDimensions?: boolean): Tensor
}

/**
 * Adds the tensor methods that `face-api` calls to calculate an embedding. `@tensorflow/tfjs` normally adds
 * them to the tensors of `@tensorflow/tfjs-core` when it is loaded.
 */
function addChainedMethods({ Tensor, reshape, div, mean }: TensorFunctions): void {
  function toShape(this: ChainableTensor, ...shape: number[]): Tensor {
    this.throwIfDisposed()
    return reshape(this, shape)
  }
  Object.assign(Tensor.prototype, {
    as3D: toShape,
    as4D: toShape,
    div(this: ChainableTensor, by: Tensor | number): Tensor {
      this.throwIfDisposed()
      return div(this, by)
    },
    mean(this: ChainableTensor, axes?: number[], keepDimensions?: boolean): Tensor {
      this.throwIfDisposed()
      return mean(this, axes, keepDimensions)
    },
  })
}
