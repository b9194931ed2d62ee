/** Receives a short phrase that names the current step. */
export type SetupProgress = (what: string) => void
