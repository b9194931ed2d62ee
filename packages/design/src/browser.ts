/** The exports for browsers. No export reads files. */
export * from './amounts.ts'
export * from './dial.ts'
export * from './identicon.ts'
export * from './shown-level.ts'
