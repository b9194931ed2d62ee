export function readDurations(): Record<string, number>
export function storeDurations(durations: Record<string, number>, options?: { commit?: boolean }): void
export function importedBy(text: string): string[]
export function pathOf(file: string, path: string): string | undefined
export function changedSince(revision: string): string[]
export function affectedTests(changed: readonly string[], tracked?: readonly string[]): string[] | undefined
