import { redact } from './redact.ts'

const deepest = 3

/**
 * A copy of what `fetch` threw, with its name, code, message and causes alone. The original may hold more than one
 * wants in a log: the bytes of a half-read answer, or whatever an own `fetch` hangs on its errors.
 */
export function cleanCause(thrown: unknown, privateValues: readonly string[], depth = 0): Error {
  if (!(thrown instanceof Error)) return new Error('fetch threw something that is not an error')
  const inner =
    thrown.cause instanceof Error && depth < deepest
      ? cleanCause(thrown.cause, privateValues, depth + 1)
      : undefined
  const copy = new Error(
    redact(thrown.message, privateValues),
    inner === undefined ? undefined : { cause: inner },
  )
  copy.name = thrown.name
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  return code === undefined ? copy : Object.assign(copy, { code })
}
