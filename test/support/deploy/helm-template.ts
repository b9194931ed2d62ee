import { parse, stringify } from 'yaml'

/**
 * Renders the templates of a Helm chart. Supports only the part of Go's template language that the chart in
 * `deploy/helm` uses, and throws for anything else, so that a template cannot pass without being understood.
 */
export function renderChart(chart: {
  templates: Readonly<Record<string, string>>
  chartYaml: string
  values: unknown
  release?: { Name: string; Service: string }
}): Record<string, string> {
  const { name, version, appVersion } = parse(chart.chartYaml) as Record<string, string>
  const root = {
    Values: chart.values,
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: chart.release ?? { Name: 'touchstone', Service: 'Helm' },
  }
  const defined = new Map<string, Node[]>()
  const parsed = Object.entries(chart.templates).map(([file, text]) => {
    try {
      return [file, parseTemplate(text, defined)] as const
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`)
    }
  })
  const render = (nodes: Node[], scope: Scope) => renderNodes(nodes, scope, defined)
  return Object.fromEntries(
    parsed
      .filter(([file]) => !file.startsWith('_'))
      .map(([file, nodes]) => [file, render(nodes, { dot: root, root, variables: {} })]),
  )
}

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; expression: string }
  | { kind: 'if'; branches: { condition: string | undefined; body: Node[] }[] }
  | { kind: 'range'; names: string[]; over: string; body: Node[] }
type Scope = { dot: unknown; root: unknown; variables: Record<string, unknown> }

function parseTemplate(text: string, defined: Map<string, Node[]>): Node[] {
  const parts = text
    .replaceAll(/\s*\{\{-/g, '{{')
    .replaceAll(/-\}\}\s*/g, '}}')
    .split(/\{\{([^}]*)\}\}/)
  let at = 0
  const parseBody = (): { body: Node[]; end: string } => {
    const body: Node[] = []
    for (; at < parts.length; ) {
      const isText = at % 2 === 0
      const part = (parts[at++] ?? '').trim()
      if (isText) body.push({ kind: 'text', text: parts[at - 1] ?? '' })
      else if (/^(end|else)\b/.test(part)) return { body, end: part }
      else if (part.startsWith('define ')) defined.set(JSON.parse(part.slice(7)), parseBody().body)
      else if (part.startsWith('if ')) body.push(parseIf(part.slice(3)))
      else if (part.startsWith('range ')) {
        const [, names = '', over = ''] = /^range (?:([^:]+):=)?(.+)$/.exec(part) ?? []
        const list = names.split(',').map((each) => each.trim())
        body.push({ kind: 'range', names: list.filter(Boolean), over, body: parseBody().body })
      } else if (!part.startsWith('/*')) body.push({ kind: 'value', expression: part })
    }
    return { body, end: '' }
  }
  const parseIf = (first: string): Node => {
    const branches: { condition: string | undefined; body: Node[] }[] = []
    for (let condition: string | undefined = first; ; ) {
      const { body, end } = parseBody()
      branches.push({ condition, body })
      if (!end.startsWith('else')) return { kind: 'if', branches }
      condition = end === 'else' ? undefined : end.replace(/^else if /, '')
    }
  }
  return parseBody().body
}

function renderNodes(nodes: Node[], scope: Scope, defined: Map<string, Node[]>): string {
  const value = (expression: string) => evaluate(expression, scope, defined)
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'value') return plain(value(node.expression))
      if (node.kind === 'if') {
        const branch = node.branches.find(
          ({ condition }) => condition === undefined || isTrue(value(condition)),
        )
        return branch ? renderNodes(branch.body, scope, defined) : ''
      }
      const over = value(node.over) ?? []
      const entries: [unknown, unknown][] = Array.isArray(over)
        ? [...over.entries()]
        : Object.entries(over as object).toSorted()
      return entries
        .map(([key, item]) => {
          const [first, second] = node.names
          const named = second ? { [first ?? '']: key, [second]: item } : first ? { [first]: item } : {}
          const inner = { ...scope, dot: item, variables: { ...scope.variables, ...named } }
          return renderNodes(node.body, inner, defined)
        })
        .join('')
    })
    .join('')
}

function evaluate(expression: string, scope: Scope, defined: Map<string, Node[]>): unknown {
  const noValue = Symbol('none')
  let piped: unknown = noValue
  for (const step of expression.split('|')) {
    const [head = '', ...rest] = step.trim().match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
    const args = rest.map((each) => operand(each, scope))
    if (piped !== noValue) args.push(piped)
    const isOperand = /^["$.\d]/.test(head)
    piped = isOperand && args.length === 0 ? operand(head, scope) : call(head, args, scope, defined)
  }
  return piped
}

function operand(text: string, scope: Scope): unknown {
  if (text.startsWith('"')) return JSON.parse(text)
  if (/^\d+$/.test(text)) return Number(text)
  const [first = '', ...path] = text.split('.')
  const start = first === '' ? scope.dot : first === '$' ? scope.root : scope.variables[first]
  if (!/^(\$\w*)?$/.test(first)) throw new Error(`cannot read {{ ${text} }}`)
  return path.filter(Boolean).reduce<unknown>((from, name) => {
    if (from === null || from === undefined || !Object.hasOwn(Object(from), name))
      throw new Error(`there is no value ${text}`)
    return (from as Record<string, unknown>)[name]
  }, start)
}

function call(name: string, args: unknown[], scope: Scope, defined: Map<string, Node[]>): unknown {
  const [first, second] = args
  if (name === 'quote') return JSON.stringify(plain(first))
  if (name === 'toYaml') return stringify(first).trimEnd()
  if (name === 'nindent') return `\n${indent(plain(second), Number(first))}`
  if (name === 'required') {
    if (!isTrue(second)) throw new Error(plain(first))
    return second
  }
  if (name === 'include') {
    const nodes = defined.get(plain(first))
    if (!nodes) throw new Error(`there is no template ${plain(first)}`)
    return renderNodes(nodes, { ...scope, dot: second, variables: {} }, defined)
  }
  throw new Error(`unknown function ${name}`)
}

function indent(text: string, by: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(by))
}

function plain(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}
