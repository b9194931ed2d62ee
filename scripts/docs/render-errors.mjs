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
  // Generated heading anchors are in lower case, but error links use the exact spelling of the kind.
  return [summary, ...entries.map(section)].join('\n\n')
}

function section([kind, entry]) {
  const { gateway, common, text, meaning, remedy, retryable } = entry
  const retry = retryable
    ? 'Retrying the same call can succeed.'
    : 'Retrying the same call without changes does not help.'
  return `<a id="${kind}"></a>

### ${kind}

\`${text}\`: gateway ${gateway.code} with HTTP ${gateway.http}, common ${common}.

- **Meaning.** ${meaning}
- **What to do.** ${remedy}
- **Retry.** ${retry}`
}

/**
 * Renders the errors for operators or for people, sorted by code. The first row of each code has an anchor.
 */
export function renderThrownErrors(errors, name) {
  const seen = new Set()
  return markdownTable(
    ['Code', 'Cause', 'What to do'],
    errors
      .filter((error) => error.name === name)
      .map(({ code, message, remedy }) => {
        const anchor = seen.has(code) ? '' : `<a id="${code}"></a>`
        seen.add(code)
        return [`${anchor}\`${code}\``, escaped(message), escaped(remedy)]
      }),
  )
}

function escaped(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
