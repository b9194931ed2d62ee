/** Throws an error that names the argument and its expected form. */
function refuse(name: string, shape: string, given: unknown): never {
  const got =
    given === null ? 'null' : Array.isArray(given) ? 'array' : given === '' ? 'nothing' : typeof given
  throw new TypeError(`${name} must be ${shape} (got: ${got})`)
}

/** Returns the value if it is a string that matches the pattern. */
export function checkText(name: string, value: unknown, shape: string, pattern = /\S/): string {
  return typeof value === 'string' && pattern.test(value) ? value : refuse(name, shape, value)
}

/** Returns the value if it is one of the choices. */
export function checkChoice<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value)
  return found ?? refuse(name, choices.map((choice) => `'${choice}'`).join(' or '), value)
}

/** Returns the value if it is an object. */
export function checkObject(name: string, value: unknown, shape: string): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse(name, shape, value)
}

/** Throws an error if the value is not a function. */
export function checkFunction(name: string, value: unknown, shape: string): void {
  if (typeof value !== 'function') refuse(name, shape, value)
}

/** Returns the URL of a host without a trailing slash, and throws an error if the value is not such a URL. */
export function checkHost(name: string, value: unknown, originOnly: boolean): string {
  const shape = `${originOnly ? 'an origin' : 'an address'}, such as 'https://verify.example.com'`
  let url: URL
  try {
    url = new URL(checkText(name, value, shape))
  } catch {
    return refuse(name, shape, value)
  }
  const plain = /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
  if (!plain || (originOnly && url.pathname !== '/')) refuse(name, shape, value)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
