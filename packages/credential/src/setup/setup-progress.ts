/** Receives the current step as a short phrase. */
export type SetupProgress = (what: string) => void
