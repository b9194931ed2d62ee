/** What pages take: nothing here reads a file. */
export * from './amounts.ts'
export * from './dial.ts'
export * from './identicon.ts'
