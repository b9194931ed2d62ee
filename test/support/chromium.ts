import { existsSync } from 'node:fs'

/** Debian's Chromium: the browser that the tests install where it is missing. */
export function findChromium(): string {
  const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
  if (!found) throw new Error('Chromium is not installed: install the package "chromium"')
  return found
}
