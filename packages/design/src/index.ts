export * from './browser.ts'
export * from './load-design-assets.ts'
