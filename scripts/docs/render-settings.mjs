import { markdownTable } from './markdown-table.mjs'

export function renderSettings(settingsTable) {
  const rows = Object.values(settingsTable).map(({ env, flag, key, meaning, takes, otherwise, secret }) => [
    flag === undefined ? code(env) : `${code(env)}, ${code(flag)}`,
    code(key),
    `${meaning} Accepts ${takes}.${secret ? ' Secret: never shown.' : ''}`,
    otherwise,
  ])
  return markdownTable(['Variable, flag', 'In the file', 'Meaning and accepted values', 'Default'], rows)
}

function code(text) {
  return `\`${text}\``
}
