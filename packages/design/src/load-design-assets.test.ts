import { expect, test } from 'vitest'
import { fontSubsets, loadDesignAssets, readAsset } from './load-design-assets.ts'

const assets = loadDesignAssets()
const css = assets.get('touchstone.css')?.body.toString('utf8') ?? ''

test('includes fonts, tokens and base styles in the stylesheet', () => {
  expect(assets.get('touchstone.css')?.contentType).toBe('text/css; charset=utf-8')
  expect(css).toContain('@font-face')
  expect(css).toContain('--color-accent:')
  expect(css).toContain('.visually-hidden')
})

test('includes every file referenced by the stylesheet as an asset, and references no other server', () => {
  const asked = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path)
  expect(asked.sort()).toEqual(fontSubsets.map((subset) => `fonts/inter-${subset}.woff2`).sort())
  for (const path of asked) expect([...assets.keys()]).toContain(path)
  expect(css).not.toMatch(/https?:|@import/)
})

test('loads fonts as woff2 files', () => {
  for (const subset of fontSubsets) {
    const asset = assets.get(`fonts/inter-${subset}.woff2`)
    expect(asset?.contentType).toBe('font/woff2')
    expect(asset?.body.subarray(0, 4).toString('latin1')).toBe('wOF2')
  }
})

test('gives different tags to different content, and the same tag to the same content', () => {
  const again = loadDesignAssets()
  for (const [path, asset] of assets) expect(again.get(path)?.etag).toBe(asset.etag)
  expect(new Set([...assets.values()].map(({ etag }) => etag)).size).toBe(assets.size)
  for (const { etag } of assets.values()) expect(etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/)
})

test('rejects a file of an unknown type', () => {
  expect(() => readAsset(new URL(import.meta.url))).toThrow('.ts')
})
