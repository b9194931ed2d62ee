import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Asset } from './asset.ts'
import { readAsset } from './read-asset.ts'

/** The scripts that the Inter files are cut into. `styles/fonts.css` names the same five. */
export const fontSubsets = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const

/**
 * What every page links to, by the path under the server's asset folder: `touchstone.css` (fonts, tokens and base
 * styles in one file), `touchstone.svg` (the mark) and `fonts/inter-<subset>.woff2`.
 */
export function loadDesignAssets(): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  assets.set('touchstone.css', readAsset(style('fonts.css'), style('tokens.css'), style('base.css')))
  assets.set('touchstone.svg', readAsset(style('touchstone.svg')))
  for (const subset of fontSubsets) assets.set(`fonts/inter-${subset}.woff2`, readAsset(font(subset)))
  return assets
}

/** `styles/` stands beside both `src/` and `dist/`. */
function style(name: string): URL {
  return new URL(`../styles/${name}`, import.meta.url)
}

function font(subset: string): URL {
  const { resolve } = createRequire(import.meta.url)
  return pathToFileURL(resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`))
}
