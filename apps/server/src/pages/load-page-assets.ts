import { type Asset, loadDesignAssets, readAsset } from '@touchstone/design'

/** The path under which every host name serves the pages' files. */
export const assetsPath = '/assets/'

const ownFiles = [
  'start-page.css',
  'start-page.js',
  'mailbox-page.css',
  'mailbox-page.js',
  'docs-page.css',
  'try-call.js',
]

/**
 * Loads all files that the pages reference, keyed by path under `assetsPath`: the design's files and the
 * server's own.
 */
export function loadPageAssets(): Map<string, Asset> {
  const assets = loadDesignAssets()
  for (const name of ownFiles) assets.set(name, readAsset(new URL(`../../assets/${name}`, import.meta.url)))
  return assets
}
