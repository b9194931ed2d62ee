import { type Static, type TSchema, Type } from 'typebox'

/**
 * Returns a schema for a string with one of the given values. Compared with a union, the schema is shorter in
 * the OpenAPI document and faster to validate.
 */
export function oneOf<const Values extends readonly string[]>(values: Values, options: object = {}) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

/** Returns a schema that also accepts `null`. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/**
 * Result of a check: true if it passed, false if it failed or has not passed yet, null if the program does not
 * include it.
 */
export const Verdict = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })

/** Unix milliseconds as a decimal string. Empty if the event has not occurred. */
export const MillisecondText = Type.String({ pattern: '^[0-9]*$', examples: ['1763172000000'] })

export type { Static, TSchema }
export { Type }
