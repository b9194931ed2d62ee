import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

/** @typedef {{ name: 'OperatorError' | 'UserError', code: string, message: string, remedy: string, file: string }} ThrownError */

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns every operator and user error in the source code, sorted by code. If an error's code, message or
 * remedy is a parameter of the enclosing function, the error is listed once per call of that function.
 * @returns {ThrownError[]}
 */
export function collectErrors() {
  const files = execFileSync('git', ['ls-files', 'packages', 'apps'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\/tools\//.test(file))
    .map((file) => parseFile(file))
  const found = files.flatMap((file) => file.sites.flatMap((site) => resolve(site, file, files)))
  const named = found.filter(({ code }) => !code.includes('…'))
  const unique = new Map(named.map((error) => [`${error.code}\n${error.message}\n${error.remedy}`, error]))
  return [...unique.values()].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
}

/**
 * Returns the expressions in a file that create errors, their enclosing functions, and the file's calls and
 * constants.
 */
function parseFile(path) {
  const source = readFileSync(`${root}${path}`, 'utf8')
  const lang = path.endsWith('.tsx') ? 'tsx' : 'ts'
  const { program } = parseSync(path, source, { lang, sourceType: 'module' })
  const file = { path, sites: [], calls: [], constants: new Map(), imports: new Set(), exports: new Set() }
  const functions = []
  const enter = (node, name) =>
    functions.push({ name, params: node.params, start: node.start, end: node.end })
  new Visitor({
    FunctionDeclaration: (node) => enter(node, node.id?.name),
    ImportSpecifier: ({ local }) => file.imports.add(local.name),
    ExportNamedDeclaration: ({ declaration }) => declaration?.id && file.exports.add(declaration.id.name),
    VariableDeclarator({ id, init }) {
      // Names that are destructured from an object or from an entry of a table.
      if (id.type === 'ObjectPattern')
        for (const { key, value } of id.properties)
          if (value?.type === 'Identifier')
            file.constants.set(value.name, { type: 'Field', of: init, field: key.name })
      if (id.type === 'ArrayPattern')
        id.elements.forEach((each, at) => {
          if (each?.name) file.constants.set(each.name, { type: 'Field', of: init, field: at })
        })
      if (id.type !== 'Identifier' || !init) return
      if (/Function/.test(init.type)) enter(init, id.name)
      else file.constants.set(id.name, init)
    },
    NewExpression(node) {
      if (/^(?:Operator|User)Error$/.test(node.callee.name ?? ''))
        file.sites.push({ name: node.callee.name, properties: node.arguments[0], start: node.start })
    },
    CallExpression: (node) => node.callee.type === 'Identifier' && file.calls.push(node),
  }).visit(program)
  for (const each of [...file.sites, ...file.calls])
    each.within = functions.filter(({ start, end }) => start <= each.start && each.start < end).at(-1)
  return file
}

function resolve({ name, properties, within }, file, files) {
  // Skips errors that were created elsewhere and sent across a thread boundary.
  if (properties?.type !== 'ObjectExpression') return []
  const fields = fieldsOf(properties)
  const nodes = ['code', 'message', 'remedy'].map((field) => fields.get(field))
  const list = (scope) =>
    keysOf(nodes, scope).flatMap((keys) => {
      const [codes, messages, remedies] = nodes.map((node) => knownTexts(node, { ...scope, keys }))
      return codes.flatMap((code) =>
        messages.flatMap((message, at) => {
          // Pairs each message with its remedy if both depend on the same condition.
          const matching = remedies.length === messages.length ? [remedies[at]] : remedies
          return matching.map((remedy) => ({ name, code, message, remedy, file: file.path }))
        }),
      )
    })
  if (!within?.name || within.params.length === 0) return list({ file })
  const canCall = (each) =>
    each.path === file.path || (file.exports.has(within.name) && each.imports.has(within.name))
  const calls = files
    .filter(canCall)
    .flatMap((caller) =>
      caller.calls.filter(({ callee }) => callee.name === within.name).map((call) => ({ call, caller })),
    )
  const parametersOf = ({ call, caller }) => bind(within.params, call.arguments, caller)
  const resolved = calls.flatMap((each) => list({ file, parameters: parametersOf(each) }))
  return resolved.length > 0 ? resolved : list({ file })
}

/**
 * Returns one binding for each table entry that a lookup can select: the variable's name and the entry's key.
 */
function keysOf(nodes, scope) {
  const lookups = new Map()
  // A constant can be destructured from an expression that contains a field with its own name.
  const seen = new Set()
  const visit = (node) => {
    if (!node || typeof node !== 'object' || seen.has(node)) return
    seen.add(node)
    const constant = node.type === 'Identifier' && scope.file.constants.get(node.name)
    if (constant?.type === 'Field') visit(constant.of)
    const table = node.type === 'MemberExpression' && node.computed && tableOf(node.object, scope)
    if (table && node.property.type === 'Identifier') {
      const known = textsOf(node.property, scope)
      const all = table.properties.map(({ key }) => key.name ?? key.value)
      lookups.set(node.property.name, known[0] === '…' ? all : known)
    }
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) value.forEach(visit)
      else if (value?.type) visit(value)
    }
  }
  nodes.forEach(visit)
  const [first] = lookups
  return first ? first[1].map((key) => new Map([[first[0], key]])) : [new Map()]
}

function tableOf(node, { file }) {
  const table = unwrap(file.constants.get(node?.name))
  return table?.type === 'ObjectExpression' ? table : undefined
}

/**
 * Returns an object's properties, including the properties of a table entry that is spread into the object.
 */
function fieldsOf(object) {
  const fields = new Map()
  for (const property of object.properties) {
    if (property.type === 'Property') fields.set(property.key.name ?? property.key.value, property.value)
    else
      for (const field of ['message', 'remedy'])
        fields.set(field, { type: 'Field', of: property.argument, field })
  }
  return fields
}

const unwrap = (node) => (node && /^TS/.test(node.type) ? unwrap(node.expression) : node)

/**
 * Returns the possible texts of an expression. Omits texts that are known only at run time, unless all texts
 * are.
 */
function knownTexts(node, scope) {
  const texts = [...new Set(textsOf(node, scope))]
  const known = texts.filter((text) => text !== '…')
  return known.length > 0 ? known : texts
}

/** Returns the possible texts of an expression. Parts that are known only at run time become "…". */
function textsOf(node, scope) {
  const { file, parameters = new Map(), keys = new Map() } = scope
  switch (node?.type) {
    case 'Literal':
      return [String(node.value)]
    case 'TemplateLiteral': {
      const parts = node.quasis.map(({ value }, at) => {
        const inner = node.expressions[at]
        return `${value.cooked}${inner ? textsOf(inner, scope)[0] : ''}`
      })
      return [parts.join('')]
    }
    case 'BinaryExpression':
      if (node.operator !== '+' || [node.left, node.right].some(({ value }) => typeof value === 'number'))
        return ['…']
      return [`${textsOf(node.left, scope)[0]}${textsOf(node.right, scope)[0]}`]
    case 'ConditionalExpression':
      return [...textsOf(node.consequent, scope), ...textsOf(node.alternate, scope)]
    case 'LogicalExpression':
      return textsOf(node.right, scope)
    case 'Field':
    case 'MemberExpression':
      return fieldTexts(node, scope)
    case 'Identifier': {
      if (keys.has(node.name)) return [keys.get(node.name)]
      const bound = parameters.get(node.name)
      if (bound) return textsOf(bound.node, { file: bound.file })
      const constant = unwrap(file.constants.get(node.name))
      return /^(?:Literal|TemplateLiteral|Field|ConditionalExpression)$/.test(constant?.type ?? '')
        ? textsOf(constant, scope)
        : ['…']
    }
    default:
      return ['…']
  }
}

/**
 * Returns the possible texts of a field of an object, which can be the options of a function or an entry of a
 * table.
 */
function fieldTexts(node, scope) {
  if (node.type === 'MemberExpression') {
    const entry = entryOf(node, scope)
    return entry ? textsOf(entry, scope) : ['…']
  }
  const of = unwrap(node.of)
  const options = of?.type === 'Identifier' ? (scope.parameters ?? new Map()).get(of.name) : undefined
  if (options?.node.type === 'ObjectExpression') {
    const value = propertyOf(options.node, node.field)
    return value ? textsOf(value, { file: options.file }) : ['…']
  }
  const entry = of?.type === 'MemberExpression' ? unwrap(entryOf(of, scope)) : undefined
  if (entry?.type === 'ArrayExpression') return textsOf(entry.elements[node.field], scope)
  const value = entry?.type === 'ObjectExpression' && propertyOf(entry, node.field)
  return value ? textsOf(value, scope) : ['…']
}

function entryOf({ object, property, computed }, scope) {
  const table = computed && tableOf(object, scope)
  return table ? propertyOf(table, textsOf(property, scope)[0]) : undefined
}

function propertyOf(object, name) {
  return object.properties.find(({ key }) => (key?.name ?? key?.value) === name)?.value
}

/** Returns the arguments of a call by parameter name. */
function bind(params, args, file) {
  const bound = new Map()
  params.forEach((parameter, at) => {
    const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
    const node = args[at] ?? (parameter.type === 'AssignmentPattern' ? parameter.right : undefined)
    if (pattern.type === 'Identifier' && node) bound.set(pattern.name, { node, file })
    if (pattern.type !== 'ObjectPattern' || node?.type !== 'ObjectExpression') return
    for (const property of node.properties)
      if (property.type === 'Property') bound.set(property.key.name, { node: property.value, file })
  })
  return bound
}
