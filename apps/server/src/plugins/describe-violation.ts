/** The parts of an Ajv error that are read here. */
export type Violation = {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message?: string
}

/** `page must be at least 1`: the field and what is wrong with it, never the value that was sent. */
export function describeViolation(violation: Violation | undefined, context = 'body'): string {
  if (!violation) return `${context} does not fit its schema`
  const field = violation.instancePath.slice(1).replaceAll('/', '.') || context
  const { keyword, params } = violation
  switch (keyword) {
    case 'required':
      return `${String(params.missingProperty)} is required`
    case 'type':
      return `${field} must be ${article(params.type)}`
    case 'minimum':
      return `${field} must be at least ${String(params.limit)}`
    case 'maximum':
      return `${field} must be at most ${String(params.limit)}`
    case 'minLength':
      return `${field} must not be empty`
    case 'maxLength':
      return `${field} must have at most ${String(params.limit)} characters`
    case 'enum':
      return `${field} must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `${field} must be ${String(params.allowedValue)}`
    default:
      return `${field} ${violation.message ?? 'is not accepted'}`
  }
}

function article(type: unknown): string {
  if (Array.isArray(type)) return type.map(article).join(' or ')
  return type === 'integer' ? 'a whole number' : type === 'object' ? 'a JSON object' : `a ${String(type)}`
}
