import { existsSync } from 'node:fs'

/** Returns Debian's Chromium. Prefers the headless build, because it needs less CPU time. */
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
