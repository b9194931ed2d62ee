import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Of some large packages the service uses a few files. The build lays these out in `dist/node_modules` of the package that
 * asks for them, where Node looks first. The packages themselves are needed to build, and by tests from the source; a
 * production install is 300 MB smaller without them.
 */
export const parts = {
  biometrics: {
    '@tensorflow/tfjs-core': /^dist\/tf-core\.node\.js$/,
    '@tensorflow/tfjs-converter': /^dist\/tf-converter\.node\.js$/,
    '@tensorflow/tfjs-backend-wasm': /^dist\/(tf-backend-wasm\.node\.js|[^/]+\.wasm)$/,
    '@vladmandic/human': /^dist\/human\.node(-wasm)?\.js$|^models\/(blazeface|facemesh|iris)\./,
    '@vladmandic/face-api': /^dist\/face-api\.node(-wasm)?\.js$|^model\/face_recognition_model/,
    'onnxruntime-web': /^dist\/(ort\.node\.min\.mjs|ort-wasm-simd-threaded\.(mjs|wasm))$/,
    seedrandom: /^(index\.js|seedrandom\.js|lib\/[^/]+\.js)$/,
  },
  documents: {
    'pdfjs-dist': /^legacy\/build\/pdf(\.worker)?\.mjs$|^(cmaps|standard_fonts|wasm|iccs)\//,
  },
}

/** Does nothing when neither this file nor the lock file has changed since the last time. */
export function layParts() {
  const wanted = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  for (const [room, packages] of Object.entries(parts)) {
    const folder = join(root, 'packages', room, 'dist', 'node_modules')
    const stamp = join(folder, '.stamp')
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue
    rmSync(folder, { recursive: true, force: true })
    for (const [name, pattern] of Object.entries(packages)) {
      layPart({ from: packageOf(room, name), to: join(folder, name), pattern })
    }
    writeFileSync(stamp, wanted)
  }
}

function layPart({ from, to, pattern }) {
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
  const taken = files.filter((file) => pattern.test(file))
  if (taken.length === 0) throw new Error(`${from} has none of the files that are used`)
  for (const file of [
    ...taken,
    ...files.filter((name) => /^(package\.json|LICENSE[^/]*|LICENCE[^/]*)$/i.test(name)),
  ])
    cpSync(join(from, file), join(to, file))
}

/** Packages don't all let their package.json be resolved. */
function packageOf(room, name) {
  const paths = createRequire(join(root, 'packages', room, 'package.json')).resolve.paths(name) ?? []
  const folder = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')))
  if (folder === undefined) throw new Error(`${name} is not installed`)
  return folder
}
