export function buildPages(options?: { logLevel?: 'info' | 'warn' | 'error' | 'silent' }): Promise<void>
