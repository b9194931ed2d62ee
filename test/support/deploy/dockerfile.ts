export type Instruction = { name: string; flags: Record<string, string>; text: string; line: number }
export type Stage = { name: string | undefined; from: string; instructions: Instruction[] }

/** Parses a Dockerfile into its stages. Resolves the arguments that are declared before the first stage. */
export function parseDockerfile(text: string): { stages: Stage[]; globals: Record<string, string> } {
  const globals: Record<string, string> = {}
  const stages: Stage[] = []
  for (const { name, flags, text: rest, line } of instructionsOf(text)) {
    const stage = stages.at(-1)
    if (name === 'FROM') {
      const [from = '', , as] = rest.split(/\s+/)
      const resolved = from.replaceAll(/\$\{?(\w+)\}?/g, (_, variable: string) => globals[variable] ?? '')
      stages.push({ name: as, from: resolved, instructions: [] })
    } else if (stage === undefined) {
      if (name !== 'ARG') throw new Error(`line ${line}: ${name} before the first FROM`)
      const [, variable = '', value = ''] = /^(\w+)=(.*)$/.exec(rest) ?? []
      globals[variable] = value
    } else stage.instructions.push({ name, flags, text: rest, line })
  }
  return { stages, globals }
}

function instructionsOf(text: string): Instruction[] {
  const found: Instruction[] = []
  let open = ''
  let startedAt = 0
  for (const [index, raw] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(raw)) continue
    if (open === '') startedAt = index + 1
    open += raw.replace(/\\$/, ' ')
    if (raw.endsWith('\\')) continue
    const [, name = '', rest = ''] = /^\s*([A-Z]+)\s+(.*)$/s.exec(open) ?? []
    const flags: Record<string, string> = {}
    const plain = rest.replace(/^(?:--[\w-]+=\S+\s+)+/, (all) => {
      for (const [, flag = '', value = ''] of all.matchAll(/--([\w-]+)=(\S+)/g)) flags[flag] = value
      return ''
    })
    found.push({ name, flags, text: plain.trim().replaceAll(/\s+/g, ' '), line: startedAt })
    open = ''
  }
  return found
}

/** Returns the environment that the `ENV` instructions of a stage set. */
export function environmentOf(stage: Stage): Record<string, string> {
  return Object.fromEntries(
    stage.instructions
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ text }) => text.split(' ').map((pair) => pair.split(/=(.*)/s) as [string, string])),
  )
}

/** Returns the command of an instruction in its JSON form, or undefined if it has another form. */
export function commandOf(stage: Stage, name: string): string[] | undefined {
  const text = stage.instructions.findLast((each) => each.name === name)?.text.replace(/^CMD /, '')
  return text?.startsWith('[') ? (JSON.parse(text) as string[]) : undefined
}

/** Returns whether a `.dockerignore` file excludes a path. The last matching line decides. */
export function isIgnored(rules: string, path: string): boolean {
  let ignored = false
  for (const line of rules.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const isException = line.startsWith('!')
    if (patternOf(isException ? line.slice(1) : line).test(path)) ignored = !isException
  }
  return ignored
}

/** A pattern also matches everything in the folder that it names. */
function patternOf(line: string): RegExp {
  const body = line
    .split('**/')
    .map((part) => part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*'))
    .join('(?:.*/)?')
  return new RegExp(`^${body}(?:/.*)?$`)
}
