import { markdownTable } from './markdown-table.mjs'

export function renderErrors(errorCatalogue) {
  const entries = Object.entries(errorCatalogue)
  const summary = markdownTable(
    ['Kind', 'Gateway `code`', 'Gateway HTTP', 'Common `code` and HTTP', 'Text', 'Retry'],
    entries.map(([kind, { gateway, common, text, retryable }]) => [
      `[${kind}](#${kind})`,
      String(gateway.code),
      String(gateway.http),
      String(common),
      text,
      retryable ? 'yes' : 'no',
    ]),
  )
  // A heading's own anchor is in lower case; an error links to its kind as it is written.
  return [summary, ...entries.map(section)].join('\n\n')
}

function section([kind, entry]) {
  const { gateway, common, text, meaning, remedy, retryable } = entry
  const retry = retryable
    ? 'The same call may succeed later.'
    : 'The same call fails again until something is changed.'
  return `<a id="${kind}"></a>

### ${kind}

\`${text}\`: gateway ${gateway.code} with HTTP ${gateway.http}, common ${common}.

- **Meaning.** ${meaning}
- **What to do.** ${remedy}
- **Retry.** ${retry}`
}
