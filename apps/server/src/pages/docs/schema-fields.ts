/** A row of the table that describes a request or a response. */
export type SchemaField = { name: string; type: string; required: boolean; about: string }

/** The subset of JSON Schema that the contract uses. */
export type JsonSchema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  enum?: readonly (string | number)[]
  const?: string | number | boolean
  minimum?: number
  maximum?: number
  description?: string
  default?: unknown
}

/**
 * Returns the fields of an object, or of the objects in a list. Nested fields follow the field that contains
 * them: `users[].svcId`.
 */
export function schemaFields(schema: JsonSchema, prefix = ''): SchemaField[] {
  const object = objectIn(schema)
  if (!object) return []
  const inList = isList(schema) ? `${prefix}[].` : prefix === '' ? '' : `${prefix}.`
  return Object.entries(object.properties ?? {}).flatMap(([key, field]) => {
    const name = `${inList}${key}`
    const required = object.required?.includes(key) ?? false
    return [{ name, type: typeOf(field), required, about: aboutOf(field) }, ...schemaFields(field, name)]
  })
}

/** Describes a type in words: `integer`, `string or null`, `list of objects`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.const !== undefined) return typeof schema.const
  if (isList(schema)) return `list of ${typeOf(schema.items ?? {})}s`
  return [schema.type ?? 'any'].flat().join(' or ')
}

function aboutOf(schema: JsonSchema): string {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const parts = [
    schema.description,
    // If the schema describes its values, the description is shown instead of the list of values.
    values && !schema.description && `One of: ${values.join(', ')}`,
    rangeOf(schema),
    schema.default !== undefined && `Default: ${String(schema.default)}`,
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join('. ')
}

function rangeOf({ minimum, maximum }: JsonSchema): string | undefined {
  if (minimum === undefined || maximum === undefined || maximum >= 2_147_483_647) return undefined
  return `${minimum} to ${maximum}`
}

function isList(schema: JsonSchema): boolean {
  return schema.items !== undefined
}

/**
 * Returns the object schema within a schema: the schema itself, the schema of its list items, or its non-null
 * alternative.
 */
function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  return schema.anyOf?.map(objectIn).find((found) => found !== undefined)
}
