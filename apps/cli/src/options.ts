import { InvalidArgumentError } from 'commander'

/**
 * Parses the string given for an option or argument. For a repeatable option, `previous` is the value that
 * has been collected so far.
 */
type Parse = (text: string, previous: never) => unknown

/** An option, as declared in the command table. */
export type OptionRow = {
  readonly flags: string
  readonly description: string
  readonly parse?: Parse
  readonly required?: true
  /** Value if the option is omitted. If `defaultText` is set, the help shows that text instead of the value. */
  readonly defaultValue?: unknown
  readonly defaultText?: string
  readonly choices?: readonly string[]
  /** Names of incompatible options, in camel case. */
  readonly conflicts?: readonly string[]
}

export type ArgumentRow = { readonly flags: string; readonly description: string; readonly parse?: Parse }

export function option(
  flags: string,
  description: string,
  rest: Omit<OptionRow, 'flags' | 'description' | 'required'> = {},
): OptionRow {
  return { flags, description, ...rest }
}

export function requiredOption(
  flags: string,
  description: string,
  rest: Omit<OptionRow, 'flags' | 'description' | 'required'> = {},
): OptionRow {
  return { flags, description, ...rest, required: true }
}

export function argument(flags: string, description: string, parse?: Parse): ArgumentRow {
  return { flags, description, ...(parse && { parse }) }
}

/** The option that identifies the merchant that a sub-command changes. */
export const requiredMerchant = requiredOption('--merchant <mchNo>', 'merchant number')

/** How long the previous key or secret remains valid alongside the new one. */
export function graceOption(description: string): OptionRow {
  return option('--grace <time>', description, {
    parse: duration,
    defaultValue: 24 * 3600,
    defaultText: '24h',
  })
}

export function wholeNumber(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** Parses 45s, 30m, 24h, 7d, or plain seconds. */
export function duration(text: string): number {
  const match = /^([0-9]{1,9})([smhd]?)$/.exec(text)
  if (!match) throw new InvalidArgumentError('Expected a duration like 45s, 30m, 24h or 7d.')
  const unit = { s: 1, m: 60, h: 3600, d: 86_400 }[match[2] || 's'] ?? 1
  return Number(match[1]) * unit
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Expected yes or no.')
  return text === 'yes'
}

/** The word that a user types to remove a value. */
const none = 'none'

/**
 * Wraps a parser so that it returns the word `none` unparsed, because commander replaces null results with an
 * empty string.
 */
export function orNone<Value>(parse: (text: string) => Value): (text: string) => Value | typeof none {
  return (text) => (text === none ? none : parse(text))
}

/**
 * Replaces the word `none` with null if it removes a stored value, and with undefined if no value is stored
 * yet.
 */
export function noneAs<Unset, Value>(unset: Unset, value: Value): Exclude<Value, typeof none> | Unset {
  return value === none ? unset : (value as Exclude<Value, typeof none>)
}

/** Collects the values of a repeatable option. */
export function collect(text: string, previous: readonly string[] = []): string[] {
  return [...previous, text]
}

/** Parses a number in a range. `message` states the range. */
export function numberWhere(
  isAllowed: (value: number) => boolean,
  message: string,
): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (isAllowed(value)) return value
    throw new InvalidArgumentError(message)
  }
}

/** Omits undefined options, so that the input contains only the options that the user gave. */
export function given<Values extends object>(
  values: Values,
): { [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> }
}
