import { markdownTable } from './markdown-table.mjs'

const credentialsInWords = {
  body: '`mchNo`, `apiKey` in the body',
  app: '`appId`, `apiKey` in the body',
  'query-or-headers': '`mch_no`, `api_key` as headers or in the query',
  none: 'none',
}

export function renderOperations(operations, served) {
  const rows = Object.entries(operations).map(([name, operation]) => [
    operation.group,
    `\`${name}\`: ${operation.summary}`,
    `\`${operation.method} ${operation.path}\``,
    operation.envelope,
    credentialsInWords[operation.credentials],
    operation.scope === null ? '' : `\`${operation.scope}\``,
    served.has(operation.path) ? 'now' : 'not yet',
  ])
  return markdownTable(
    ['Group', 'Operation', 'Method and path', 'Envelope', 'Credentials', 'Scope', 'Served'],
    rows,
  )
}
