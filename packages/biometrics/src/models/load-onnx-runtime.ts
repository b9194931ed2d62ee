import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env, InferenceSessionFactory, TensorConstructor } from 'onnxruntime-common'
import { modelError } from './model-error.ts'

/** The common interface of both engines. Each engine accepts only its own tensors. */
type OnnxModule = { InferenceSession: InferenceSessionFactory; Tensor: TensorConstructor; env: Env }
export type OnnxRuntime = OnnxModule & { name: string; executionProvider: 'cpu' | 'wasm' }

/**
 * Loads the native engine if the operator has installed it next to the service or in the folder from which
 * the service is started; otherwise, loads the WebAssembly engine. The native engine is several times faster
 * but too large for a default dependency.
 */
export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  const native = findNative()
  if (native !== undefined) return await loadNative(native)
  const web: OnnxModule = await import('onnxruntime-web')
  // A session must not start threads of its own, because the operator sets the number of threads in the pool.
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

/**
 * Throws if the native engine is installed but cannot be loaded, instead of silently falling back to the
 * slower engine.
 */
async function loadNative(path: string): Promise<OnnxRuntime> {
  try {
    const module: { default: OnnxModule } = await import(pathToFileURL(path).href)
    const native = module.default
    return { ...pick(native), name: `onnxruntime-node ${native.env.versions.node}`, executionProvider: 'cpu' }
  } catch (cause) {
    throw modelError(
      `onnxruntime-node is installed (${path}) but cannot be loaded: ${(cause as Error).message}.`,
      'Reinstall it for this platform, or remove it to use onnxruntime-web.',
      cause,
    )
  }
}

function pick({ InferenceSession, Tensor, env }: OnnxModule): OnnxModule {
  return { InferenceSession, Tensor, env }
}
