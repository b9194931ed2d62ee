const longest = 16_384

/** Reads fields of an answer that may be anything: a field is of its form, or it is not there. */
export const answerFields = {
  record(value: unknown): Record<string, unknown> {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  },
  text(value: unknown): string | undefined {
    return typeof value === 'string' && value.length <= longest ? value : undefined
  },
  /** With or without 0x. */
  hex(value: unknown): Buffer | undefined {
    const digits = answerFields.text(value)?.replace(/^0x/, '')
    if (digits === undefined || digits.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(digits)) return undefined
    return Buffer.from(digits, 'hex')
  },
  /** Padded, in the one way in which these bytes are written. */
  base64(value: unknown): Buffer | undefined {
    const text = answerFields.text(value)
    if (text === undefined || text === '') return undefined
    const bytes = Buffer.from(text, 'base64')
    return bytes.toString('base64') === text ? bytes : undefined
  },
}
