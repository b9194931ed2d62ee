import { type ConsoleOperations, type Operation, operations } from '@touchstone/contract'
import type { Settings } from '@touchstone/runtime'
import { isServed } from '../../plugins/is-served.ts'

type Field = ConsoleOperations['operations'][number]['fields'][number]

/** The subset of JSON Schema that the contract's requests use. */
type FieldSchema = {
  type?: string
  enum?: readonly (string | number)[]
  const?: string | number
  description?: string
  examples?: readonly unknown[]
  default?: unknown
}

/** The credential and merchant fields of all operations. The console fills them in. */
const merchantNames = ['mchNo', 'appId', 'mch_no']
const keyNames = ['apiKey', 'api_key']

/** Returns every served operation with its editable fields. */
export function consoleOperations(settings: Settings): ConsoleOperations {
  const served = Object.entries<Operation>(operations).filter(([, each]) => isServed(each, settings))
  return {
    operations: served.map(([name, operation]) => {
      const { group, summary, method, path } = operation
      return { name, group, summary, method, path, fields: fieldsOf(operation) }
    }),
  }
}

export function findOperation(name: string, settings: Settings): Operation | undefined {
  const found = Object.entries<Operation>(operations).find(([each]) => each === name)?.[1]
  return found && isServed(found, settings) ? found : undefined
}

/**
 * Builds the request from the given fields, the merchant and the key. Credentials among the fields are
 * ignored. Text in number fields is converted to numbers, and text in fields for lists, objects and booleans is
 * parsed as JSON, because forms submit only text and the API does not coerce types.
 */
export function requestOf(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  { mchNo, apiKey }: { mchNo: string; apiKey: string },
): { fields: Record<string, unknown>; credentials: Record<string, string> } {
  const { properties } = schemaOf(operation)
  const credentials = Object.fromEntries([
    ...merchantNames.filter((name) => name in properties).map((name) => [name, mchNo] as const),
    ...keyNames.filter((name) => name in properties).map((name) => [name, apiKey] as const),
  ])
  const fields = Object.entries(input).filter(([name]) => !isCredential(name))
  return {
    fields: Object.fromEntries(fields.map(([name, value]) => [name, fitted(properties[name], value)])),
    credentials,
  }
}

function fieldsOf(operation: Operation): Field[] {
  const { properties, required } = schemaOf(operation)
  return Object.entries(properties)
    .filter(([name]) => !isCredential(name))
    .map(([name, schema]) => {
      const choices = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
      return {
        name,
        type: choices.length > 0 ? 'choice' : isNumber(schema) ? 'number' : 'text',
        required: required.includes(name),
        description: schema.description ?? '',
        example: String(schema.examples?.[0] ?? schema.default ?? ''),
        choices: choices.map(String),
      }
    })
}

function schemaOf({ request }: Operation) {
  const { properties = {}, required = [] } = request as {
    properties?: Record<string, FieldSchema>
    required?: readonly string[]
  }
  return { properties, required }
}

function isCredential(name: string): boolean {
  return merchantNames.includes(name) || keyNames.includes(name)
}

function isNumber({ type }: FieldSchema): boolean {
  return type === 'number' || type === 'integer'
}

function fitted(schema: FieldSchema | undefined, value: unknown): unknown {
  const isText = typeof value === 'string' && value.trim() !== ''
  if (!schema || !isText) return value
  if (isJson(schema)) return parsedOr(value)
  if (!isNumber(schema)) return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}

/** Lists, objects and booleans are entered as JSON. */
function isJson({ type }: FieldSchema): boolean {
  return type === 'array' || type === 'object' || type === 'boolean'
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
