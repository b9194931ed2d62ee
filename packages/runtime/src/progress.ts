/** Called with each step of work that takes long enough to be watched. */
export type Progress = (step: { label: string; done: number; total: number }) => void
