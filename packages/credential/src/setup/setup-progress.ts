/** Told what is being done now, as half a sentence. */
export type SetupProgress = (what: string) => void
