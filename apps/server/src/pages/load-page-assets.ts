import { type Asset, loadDesignAssets, readAsset } from '@touchstone/design'

/** The pages name their files under this path, whichever host they are asked on. */
export const assetsPath = '/assets/'

const ownFiles = [
  'start-page.css',
  'start-page.js',
  'risk-page.css',
  'mailbox-page.css',
  'mailbox-page.js',
  'docs-page.css',
  'try-call.js',
]

/** Everything the pages ask for, by its path under `assetsPath`: the design's files and the pages' own. */
export function loadPageAssets(): Map<string, Asset> {
  const assets = loadDesignAssets()
  for (const name of ownFiles) assets.set(name, readAsset(new URL(`../../assets/${name}`, import.meta.url)))
  return assets
}
