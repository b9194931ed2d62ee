import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workerFile } from '@touchstone/workers'
import { afterAll, expect, test } from 'vitest'
import { writeMadeModel } from '../testing/made-face-models.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-native-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Creates a package with the native engine's name and structure in the folder from which the process is
 * started.
 */
function layPackage(main: string): void {
  const place = join(folder, 'node_modules', 'onnxruntime-node')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{"name":"onnxruntime-node","version":"1.2.3","main":"main.js"}')
  writeFileSync(join(place, 'main.js'), main)
}

/**
 * Opens the model and runs its self-test in a process started from the given folder. Returns the engine's
 * name.
 */
async function openFrom(model: string): Promise<string> {
  const built = (file: string) => workerFile(import.meta.url, file).href
  const script = `
    const { openEmbeddingModel } = await import('${built('./open-embedding-model.ts')}')
    const { readModelFile } = await import('${built('./read-model-file.ts')}')
    try {
      const { engine } = await openEmbeddingModel(readModelFile('${model}', 'FACE_EMBEDDING_MODEL'))
      console.log(engine)
    } catch (error) {
      console.log(error.line)
    }
    process.exit()`
  const args = ['--input-type=module', '--eval', script]
  return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout.trim()
}

test('uses the native engine if it is installed, requests the CPU, and reports an engine that fails to load', async () => {
  const model = writeMadeModel(folder, { kind: 'embedding' })
  expect(await openFrom(model)).toMatch(/^onnxruntime-web \d/)
  // The real engine is too large to install for a test, so this package delegates to the WebAssembly engine.
  const web = createRequire(import.meta.url).resolve('onnxruntime-web')
  layPackage(`
    const web = require(${JSON.stringify(web)})
    web.env.wasm.numThreads = 1
    exports.Tensor = web.Tensor
    exports.env = { versions: { node: '1.2.3' } }
    exports.InferenceSession = {
      create(bytes, options) {
        if (String(options.executionProviders) !== 'cpu') throw new Error('it has no ' + options.executionProviders)
        return web.InferenceSession.create(bytes, { ...options, executionProviders: ['wasm'] })
      },
    }`)
  expect(await openFrom(model)).toBe('onnxruntime-node 1.2.3')
  layPackage(`throw new Error('built for another platform')`)
  expect(await openFrom(model)).toMatch(
    /^onnxruntime-node is installed \(.*main\.js\) but cannot be loaded: built for another platform\./,
  )
})
