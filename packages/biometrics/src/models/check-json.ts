/** Problems found in a file, each with its position. */
export type Problems = string[]

/**
 * Reads the members of a parsed object and collects all problems instead of stopping at the first. The value
 * returned for an invalid member is only a placeholder; the caller rejects a file with problems.
 */
export function problemsIn(json: unknown, place: string, problems: Problems) {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  if (!isObject)
    problems.push(place === '' ? 'it must contain one object' : `"${place.slice(0, -1)}" must be an object`)
  const members = (isObject ? json : {}) as Record<string, unknown>
  const reportsMembers = isObject
  const wrong = (name: string, what: string) => {
    if (reportsMembers) problems.push(`"${place}${name}" must be ${what}`)
  }
  const within = (value: unknown, least: number, most: number): value is number =>
    typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most

  return {
    value: (name: string): unknown => members[name],

    number(name: string, least: number, most: number): number {
      const value = members[name]
      if (within(value, least, most)) return value
      wrong(name, `a number from ${least} to ${most}`)
      return least
    },

    whole(name: string, least: number, most: number): number {
      const value = members[name]
      if (within(value, least, most) && Number.isInteger(value)) return value
      wrong(name, `a whole number from ${least} to ${most}`)
      return least
    },

    text(name: string, form: RegExp, what: string): string {
      const value = members[name]
      if (typeof value === 'string' && form.test(value)) return value
      wrong(name, what)
      return ''
    },

    choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice {
      const found = choices.find((choice) => choice === members[name])
      if (found === undefined) wrong(name, choices.map((choice) => `"${choice}"`).join(' or '))
      return found ?? (choices[0] as Choice)
    },

    /** Reads one number for all three channels, or one per channel. */
    three(name: string, least: number, most: number): [number, number, number] {
      const value = members[name]
      const values = Array.isArray(value) ? value : [value, value, value]
      if (values.length === 3 && values.every((each) => within(each, least, most)))
        return values as [number, number, number]
      wrong(name, `a number from ${least} to ${most}, or three such numbers`)
      return [least, least, least]
    },

    /** Reports unknown members, because a misspelt member would otherwise be silently ignored. */
    noOthers(names: readonly string[]): void {
      for (const name of Object.keys(members)) {
        if (!names.includes(name)) problems.push(`"${place}${name}" is not known`)
      }
    },
  }
}
