/** What we expected of each target, by its words. */
export const predictions: Readonly<Record<string, string>> = {}
