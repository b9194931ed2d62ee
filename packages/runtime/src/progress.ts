/** Reports the progress of a long-running task. */
export type Progress = (step: { label: string; done: number; total: number }) => void
