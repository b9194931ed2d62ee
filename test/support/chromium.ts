import { existsSync } from 'node:fs'

/** Debian's Chromium, without its windows where that is installed: it takes less of the processor. */
export function findChromium(): string {
  const found = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find(existsSync)
  if (!found) throw new Error('Chromium is not installed: install the package "chromium"')
  return found
}
