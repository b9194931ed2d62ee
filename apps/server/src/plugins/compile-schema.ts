import { Ajv, type ValidateFunction } from 'ajv'

/**
 * The shared Ajv instance. Schemas are constants, so each one is compiled once. Types are not coerced ("1" is
 * not 1), unknown fields are ignored, and only the first violation is reported.
 */
const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  strict: false,
  // Ajv's code optimization is off, because it takes a third of the compile time and does not speed up
  // validation.
  code: { optimize: false },
})

export function compileSchema(schema: object): ValidateFunction {
  return ajv.compile(schema)
}
