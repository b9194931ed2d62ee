export * from './asset.ts'
export * from './browser.ts'
export * from './load-design-assets.ts'
export * from './read-asset.ts'
