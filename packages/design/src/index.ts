export * from './asset.ts'
export * from './identicon.ts'
export * from './load-design-assets.ts'
export * from './read-asset.ts'
