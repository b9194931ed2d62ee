import type { Settings } from '@touchstone/runtime'

/** Everybody who reaches the service can read it: never in production, and only where nothing is really sent. */
export function hasMailbox({ production, smtpUrl }: Settings): boolean {
  return !production && smtpUrl === undefined
}
