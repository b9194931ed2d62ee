import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env, InferenceSessionFactory, TensorConstructor } from 'onnxruntime-common'
import { modelError } from './model-error.ts'

/** What both engines have. Each brings its own tensors: those of one are not taken by the other. */
type OnnxModule = { InferenceSession: InferenceSessionFactory; Tensor: TensorConstructor; env: Env }
export type OnnxRuntime = OnnxModule & { name: string; executionProvider: 'cpu' | 'wasm' }

/**
 * The native engine where the operator has installed it: beside the service, or in the folder that it is started from. It
 * is several times as fast and too heavy to be a dependency of everybody. Otherwise the one in WebAssembly.
 */
export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  const native = findNative()
  if (native !== undefined) return await loadNative(native)
  const web: OnnxModule = await import('onnxruntime-web')
  // The pool has as many threads as the operator wants: a session that starts more would take those of others.
  web.env.wasm.numThreads = 1
  return { ...pick(web), name: `onnxruntime-web ${web.env.versions.web}`, executionProvider: 'wasm' }
}

function findNative(): string | undefined {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json')).href]) {
    const require = createRequire(from)
    const folders = require.resolve.paths('onnxruntime-node') ?? []
    const isThere = folders.some((folder) => existsSync(join(folder, 'onnxruntime-node', 'package.json')))
    if (isThere) return require.resolve('onnxruntime-node')
  }
  return undefined
}

/** One that is there and does not work is said: nobody should wonder for months why it is slow. */
async function loadNative(path: string): Promise<OnnxRuntime> {
  try {
    const module: { default: OnnxModule } = await import(pathToFileURL(path).href)
    const native = module.default
    return { ...pick(native), name: `onnxruntime-node ${native.env.versions.node}`, executionProvider: 'cpu' }
  } catch (cause) {
    throw modelError(
      `onnxruntime-node is installed (${path}) but can't be loaded: ${(cause as Error).message}.`,
      'Install it again for this platform, or remove it: onnxruntime-web then takes its place.',
      cause,
    )
  }
}

function pick({ InferenceSession, Tensor, env }: OnnxModule): OnnxModule {
  return { InferenceSession, Tensor, env }
}
