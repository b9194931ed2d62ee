import { randomInt } from 'node:crypto'

const hour = 3_600_000

/** Limits for wrong guesses per e-mail address, across all codes and networks. */
export const guessLimits = {
  perWindow: 10,
  windowMs: hour,
  /** Length of the first pause. Each further pause is twice as long. */
  firstPauseMs: hour,
  longestPauseMs: 24 * hour,
  /** The failures of an address are deleted if no further failure occurs during this time. */
  keptMs: 7 * 24 * hour,
} as const

/** The failed guesses for one address. */
export type GuessState = {
  /** Failures in the current window. */
  failures: number
  windowBegan: Date
  pauses: number
  pausedUntil: Date | null
}

/** Returns whether short codes for this address are currently rejected. */
export function isPaused(state: Pick<GuessState, 'pausedUntil'> | undefined, now: number): boolean {
  return state?.pausedUntil != null && state.pausedUntil.getTime() > now
}

/** Returns the state after another failed guess. Starts a pause if the limit is reached. */
export function afterFailure(state: GuessState | undefined, now: number): GuessState {
  const isSameWindow = state !== undefined && now - state.windowBegan.getTime() < guessLimits.windowMs
  const failures = (isSameWindow ? state.failures : 0) + 1
  const windowBegan = isSameWindow ? state.windowBegan : new Date(now)
  const pauses = state?.pauses ?? 0
  if (failures < guessLimits.perWindow)
    return { failures, windowBegan, pauses, pausedUntil: state?.pausedUntil ?? null }
  const pauseMs = Math.min(guessLimits.firstPauseMs * 2 ** pauses, guessLimits.longestPauseMs)
  return { failures: 0, windowBegan: new Date(now), pauses: pauses + 1, pausedUntil: new Date(now + pauseMs) }
}

/** Excludes characters that are easily confused: 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const longCode = new RegExp(`^[${alphabet}]{12}$`)

/**
 * Creates a code: six digits or, during a pause, twelve characters (60 bits), which cannot be guessed. A pause
 * therefore never locks out the owner of the mailbox.
 */
export function createLoginCode({ long }: { long: boolean }): string {
  if (!long) return String(randomInt(1_000_000)).padStart(6, '0')
  return Array.from({ length: 12 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/**
 * Reads a code that a person entered, with or without spaces and hyphens. Returns undefined if the text cannot
 * be a code. Such text does not count as a guess.
 */
export function readLoginCode(text: string): { code: string; long: boolean } | undefined {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  if (/^[0-9]{6}$/.test(code)) return { code, long: false }
  return longCode.test(code) ? { code, long: true } : undefined
}

/** Formats a code for an e-mail. The characters of a long code are grouped in fours. */
export function showLoginCode(code: string): string {
  return code.length === 12 ? (code.match(/.{4}/g) ?? []).join('-') : code
}
