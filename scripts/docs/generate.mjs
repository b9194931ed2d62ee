import { renderCommands } from './render-commands.mjs'
import { renderErrors } from './render-errors.mjs'
import { renderOperations } from './render-operations.mjs'
import { renderSettings } from './render-settings.mjs'
import { servedOperations } from './served-operations.mjs'

/** Returns the current text of each document that has a generated part. */
export async function generateDocs(sources) {
  const { operations, errorCatalogue, settingsTable, commandTable, buildServer, read } = sources
  const served = await servedOperations(buildServer, operations)
  const parts = [
    { path: 'docs/api.md', name: 'operations', part: renderOperations(operations, served) },
    { path: 'docs/settings.md', name: 'settings', part: renderSettings(settingsTable) },
    { path: 'docs/commands.md', name: 'commands', part: renderCommands(commandTable) },
    { path: 'docs/errors.md', name: 'errors', part: renderErrors(errorCatalogue) },
  ]
  return parts.map(({ path, name, part }) => ({ path, text: replacePart(read(path), path, name, part) }))
}

function replacePart(text, path, name, part) {
  const begin = `<!-- ${name}:begin -->`
  const end = `<!-- ${name}:end -->`
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${path} has no part between "${begin}" and "${end}"`)
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`
}
