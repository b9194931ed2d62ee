import { OperatorError } from '@touchstone/common'

/** A setting with its sources, accepted values and default. */
export type Setting<Value> = {
  /** Name of the environment variable. */
  readonly env: string
  /** Name in touchstone.config.json. */
  readonly key: string
  /** Command-line flag, if there is one. */
  readonly flag?: string
  readonly meaning: string
  /** The accepted values, in a form that completes "Accepts …" and "expected …". */
  readonly takes: string
  /** A description of the default, for the documentation. */
  readonly otherwise: string
  /** Set if the value must never appear in messages. */
  readonly secret?: true
  /** Returns a specific remedy for a rejected value, if the list of accepted values is not clear enough. */
  remedyFor?(text: string): string | undefined
  /** Parses a value. Returns undefined if the value is invalid. */
  parse(text: string): Value | undefined
}

export type SettingSource = { text: string; from: string }

export function readSetting<Value>(
  setting: Setting<Value>,
  source: SettingSource | undefined,
): Value | undefined {
  if (source === undefined) return undefined
  const value = setting.parse(source.text)
  if (value === undefined) throw badSetting(setting, source)
  return value
}

export function badSetting(setting: Setting<unknown>, source: SettingSource): OperatorError {
  const got = setting.secret ? `${source.text.length} characters` : JSON.stringify(source.text)
  return new OperatorError({
    code: 'settings.bad-value',
    message: `Invalid value for ${source.from}: got ${got}, expected ${setting.takes}.`,
    remedy:
      setting.remedyFor?.(source.text) ?? 'Correct it and start again. docs/settings.md lists every setting.',
  })
}

function url(...protocols: string[]) {
  return (text: string): string | undefined =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined
}

export const parsers = {
  port(text: string): number | undefined {
    const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
    return port >= 0 && port <= 65535 ? port : undefined
  },
  /**
   * Requires at least four connections: during startup, one connection holds a lock, one runs an import, and
   * the rest are needed for other work.
   */
  poolSize(text: string): number | undefined {
    const size = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0
    return size >= 4 ? size : undefined
  },
  threads(text: string): number | undefined {
    const threads = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0
    return threads >= 1 && threads <= 64 ? threads : undefined
  },
  integer:
    (least: number, most: number) =>
    (text: string): number | undefined => {
      const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most ? value : undefined
    },
  text: (text: string): string | undefined => (text === '' ? undefined : text),
  oneOf:
    <const Values extends readonly string[]>(values: Values) =>
    (text: string): Values[number] | undefined =>
      values.find((value) => value === text),
  onOff: (text: string): boolean | undefined => ({ on: true, off: false })[text],
  url,
  urlOrOff: (...protocols: string[]) => {
    const parse = url(...protocols)
    return (text: string): string | undefined => (text === 'off' ? text : parse(text))
  },
  /** Parses an origin and removes the trailing slash, so that callers can append a path. */
  origin(text: string): string | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const bare = url && `${url.pathname}${url.search}${url.hash}${url.username}${url.password}` === '/'
    return bare && /^https?:$/.test(url.protocol) ? url.origin : undefined
  },
  hostName: (text: string): string | undefined =>
    /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text.toLowerCase() : undefined,
  secret: (text: string): string | undefined => (text.length >= 32 ? text : undefined),
}
