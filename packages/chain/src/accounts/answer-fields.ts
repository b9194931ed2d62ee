const longest = 16_384

/**
 * Readers for the fields of an untrusted login answer. Each reader returns undefined for a missing or
 * malformed field, except `record`, which returns an empty object.
 */
export const answerFields = {
  record(value: unknown): Record<string, unknown> {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  },
  text(value: unknown): string | undefined {
    return typeof value === 'string' && value.length <= longest ? value : undefined
  },
  /** Reads hex with or without the 0x prefix. */
  hex(value: unknown): Buffer | undefined {
    const digits = answerFields.text(value)?.replace(/^0x/, '')
    if (digits === undefined || digits.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(digits)) return undefined
    return Buffer.from(digits, 'hex')
  },
  /** Reads base64, but only in its canonical form with padding. */
  base64(value: unknown): Buffer | undefined {
    const text = answerFields.text(value)
    if (text === undefined || text === '') return undefined
    const bytes = Buffer.from(text, 'base64')
    return bytes.toString('base64') === text ? bytes : undefined
  },
}
