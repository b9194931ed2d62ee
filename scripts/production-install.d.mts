export function createProductionInstall(folder: string): void
