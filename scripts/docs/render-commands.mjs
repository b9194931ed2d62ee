import { markdownTable } from './markdown-table.mjs'

/**
 * Renders one row for each sub-command: the command with its required options, its description, and its other
 * options.
 */
export function renderCommands(commandTable) {
  return markdownTable(['Command', 'What it does', 'Options'], rowsOf(commandTable, 'npx touchstone'))
}

function rowsOf(entries, before) {
  return entries.flatMap(({ name, description, run, commands = [], arguments: args = [], options = [] }) => {
    const called = `${before} ${name}`
    const inner = rowsOf(commands, called)
    if (!run) return inner
    const required = options.filter((option) => option.required)
    const optional = options.filter((option) => !option.required)
    const call = [called, ...[...args, ...required].map(({ flags }) => flags)].join(' ')
    return [
      [`\`${call}\``, description, optional.map(({ flags }) => `\`${flags.split(' ')[0]}\``).join(', ')],
      ...inner,
    ]
  })
}
