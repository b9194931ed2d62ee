export * from './lists/list-entry.ts'
export * from './lists/list-source.ts'
export { listSources } from './lists/list-sources.ts'
export { readOfacSdn } from './lists/ofac/source.ts'
