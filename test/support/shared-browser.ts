import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

let launched: Promise<Browser> | undefined

/**
 * One Chromium for all test files of a worker, started by the first that needs it: each test opens a context of its own.
 * It ends with the worker, whose pipe it hangs on; a test that must close or kill a browser launches another.
 */
export function sharedBrowser(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
  return launched
}
