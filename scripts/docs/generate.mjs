import { collectErrors } from './collect-errors.mjs'
import { renderCommands } from './render-commands.mjs'
import { renderErrors, renderThrownErrors } from './render-errors.mjs'
import { renderOperations } from './render-operations.mjs'
import { renderSettings } from './render-settings.mjs'
import { servedOperations } from './served-operations.mjs'

/** Returns each document that contains a generated part, with this part updated. */
export async function generateDocs(sources) {
  const { operations, errorCatalogue, settingsTable, commandTable, buildServer, read } = sources
  const served = await servedOperations(buildServer, operations)
  const thrown = collectErrors()
  const parts = [
    { path: 'docs/api.md', name: 'operations', part: renderOperations(operations, served) },
    { path: 'docs/settings.md', name: 'settings', part: renderSettings(settingsTable) },
    { path: 'docs/commands.md', name: 'commands', part: renderCommands(commandTable) },
    { path: 'docs/errors.md', name: 'errors', part: renderErrors(errorCatalogue) },
    { path: 'docs/errors.md', name: 'operator-errors', part: renderThrownErrors(thrown, 'OperatorError') },
    { path: 'docs/errors.md', name: 'user-errors', part: renderThrownErrors(thrown, 'UserError') },
  ]
  const texts = new Map()
  for (const { path, name, part } of parts)
    texts.set(path, replacePart(texts.get(path) ?? read(path), path, name, part))
  return [...texts].map(([path, text]) => ({ path, text }))
}

function replacePart(text, path, name, part) {
  const begin = `<!-- ${name}:begin -->`
  const end = `<!-- ${name}:end -->`
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${path} has no part between "${begin}" and "${end}"`)
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`
}
