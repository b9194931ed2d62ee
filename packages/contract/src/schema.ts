import { type Static, type TSchema, Type } from 'typebox'

/** A string that is one of the given values: shorter in the OpenAPI document, and quicker to check, than a union. */
export function oneOf<const Values extends readonly string[]>(values: Values, options: object = {}) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** true = passed, false = failed or not yet passed, null = the program does not ask for this check. */
export const Verdict = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })

/** Unix milliseconds as a decimal string; empty when it has not happened yet. */
export const MillisecondText = Type.String({ pattern: '^[0-9]*$', examples: ['1763172000000'] })

export type { Static, TSchema }
export { Type }
