import { markdownTable } from './markdown-table.mjs'

export function renderSettings(settingsTable) {
  const rows = Object.values(settingsTable).map((setting) => [
    code(setting.env),
    code(setting.key),
    setting.flag === undefined ? '' : code(setting.flag),
    setting.secret ? `${setting.meaning} Its value is never shown.` : setting.meaning,
    setting.takes,
    setting.otherwise,
  ])
  return markdownTable(
    ['Variable', 'In the file', 'Flag', 'What it is', 'What it takes', 'When it is not set'],
    rows,
  )
}

function code(text) {
  return `\`${text}\``
}
