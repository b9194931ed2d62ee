import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A file that the server sends. It is read once at startup, never during a request. */
export type Asset = {
  readonly body: Buffer
  readonly contentType: string
  /** A strong ETag, including quotation marks. */
  readonly etag: string
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Reads one or more files into one asset. If there are several files, they must have the same type; they are
 * concatenated so that browsers send only one request.
 */
export function readAsset(...files: readonly [URL, ...URL[]]): Asset {
  const extension = extname(files[0].pathname)
  const contentType = contentTypes[extension]
  if (contentType === undefined) throw new Error(`unknown asset type "${extension}"`)
  const body = Buffer.concat(files.map((file) => readFileSync(file)))
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { body, contentType, etag: `"${digest}"` }
}

/**
 * The character subsets for which there are Inter font files. `styles/fonts.css` lists the same five subsets.
 */
export const fontSubsets = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const

/**
 * Loads the files that every page links to, keyed by their path in the server's asset folder:
 * `touchstone.css` (fonts, tokens and base styles), `touchstone.svg` (the logo) and
 * `fonts/inter-<subset>.woff2`.
 */
export function loadDesignAssets(): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  assets.set('touchstone.css', readAsset(style('fonts.css'), style('tokens.css'), style('base.css')))
  assets.set('touchstone.svg', readAsset(style('touchstone.svg')))
  for (const subset of fontSubsets) assets.set(`fonts/inter-${subset}.woff2`, readAsset(font(subset)))
  return assets
}

/** `styles/` is a sibling of both `src/` and `dist/`. */
function style(name: string): URL {
  return new URL(`../styles/${name}`, import.meta.url)
}

function font(subset: string): URL {
  const { resolve } = createRequire(import.meta.url)
  return pathToFileURL(resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`))
}
