import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The files that the service uses from some large packages. The build copies them to `dist/node_modules` of
 * the importing package, which Node.js searches first. The complete packages are needed only for builds and
 * for tests from source, so a production install is 300 MB smaller.
 */
export const packageFiles = {
  biometrics: {
    '@tensorflow/tfjs-core': /^dist\/tf-core\.node\.js$/,
    '@tensorflow/tfjs-converter': /^dist\/tf-converter\.node\.js$/,
    '@tensorflow/tfjs-backend-wasm': /^dist\/(tf-backend-wasm\.node\.js|[^/]+\.wasm)$/,
    '@vladmandic/human': /^dist\/human\.node(-wasm)?\.js$|^models\/(blazeface|facemesh|iris)\./,
    '@vladmandic/face-api': /^dist\/face-api\.node(-wasm)?\.js$|^model\/face_recognition_model/,
    faceplugin: /^model\/fr_feature\.onnx$/,
    'onnxruntime-web': /^dist\/(ort\.node\.min\.mjs|ort-wasm-simd-threaded\.(mjs|wasm))$/,
    seedrandom: /^(index\.js|seedrandom\.js|lib\/[^/]+\.js)$/,
  },
  documents: {
    'pdfjs-dist': /^legacy\/build\/pdf(\.worker)?\.mjs$|^(cmaps|standard_fonts|wasm|iccs)\//,
  },
}

/** Copies the files. Skips them if neither this script nor the lock file has changed. */
export function copyPackageFiles() {
  const expected = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  for (const [workspace, packages] of Object.entries(packageFiles)) {
    const folder = join(root, 'packages', workspace, 'dist', 'node_modules')
    const stamp = join(folder, '.stamp')
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) continue
    rmSync(folder, { recursive: true, force: true })
    for (const [name, pattern] of Object.entries(packages)) {
      copyFiles({ from: packageOf(workspace, name), to: join(folder, name), pattern })
    }
    writeFileSync(stamp, expected)
  }
}

function copyFiles({ from, to, pattern }) {
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
  const taken = files.filter((file) => pattern.test(file))
  if (taken.length === 0) throw new Error(`${from} contains none of the required files`)
  for (const file of [
    ...taken,
    ...files.filter((name) => /^(package\.json|LICENSE[^/]*|LICENCE[^/]*)$/i.test(name)),
  ])
    cpSync(join(from, file), join(to, file))
}

/** Some packages do not export their package.json. */
function packageOf(workspace, name) {
  const paths = createRequire(join(root, 'packages', workspace, 'package.json')).resolve.paths(name) ?? []
  const folder = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')))
  if (folder === undefined) throw new Error(`${name} is not installed`)
  return folder
}
