/** The exports for browsers: none of them reads files. */
export * from './amounts.ts'
export * from './dial.ts'
export * from './identicon.ts'
