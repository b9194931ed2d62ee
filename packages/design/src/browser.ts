/** The exports for browsers. None of them reads files. */
export * from './amounts.ts'
export * from './dial.ts'
export * from './identicon.ts'
