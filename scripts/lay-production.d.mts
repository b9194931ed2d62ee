/** See the script. */
export function layProduction(folder: string): void
