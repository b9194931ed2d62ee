/** Half of what four bytes hold: as `int4` is signed, and times are not. */
const half = 2 ** 31

/** Seconds since 1970 as the ledger's tables have them. */
export const toStoredTime = (seconds: number): number => seconds - half
export const fromStoredTime = (stored: number): number => stored + half
