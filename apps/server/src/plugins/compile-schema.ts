import { Ajv, type ValidateFunction } from 'ajv'

/**
 * One for the process: it knows a schema that it has compiled, and schemas are constants. No coercion ("1" is not 1), unknown
 * fields ignored, first violation only.
 */
const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  strict: false,
  // Passes over the code that it writes: a third of the time of compiling, and checking is as quick without them.
  code: { optimize: false },
})

export function compileSchema(schema: object): ValidateFunction {
  return ajv.compile(schema)
}
