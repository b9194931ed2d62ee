import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

let launched: Promise<Browser> | undefined

/**
 * Returns the Chromium that all test files of a worker share. The browser is started on first use and ends
 * with the worker, because its pipe then closes. Each test opens a separate context. A test that closes or
 * kills a browser must start its own.
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
