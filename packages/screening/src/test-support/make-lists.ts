/** Creates small lists of invented people in real formats. */
export function makeUnList(
  people: readonly {
    id: string
    names: readonly string[]
    original?: string
    birth?: string
    nationality?: string
  }[],
  options: { date?: string; end?: string } = {},
): string {
  const individuals = people.map(
    ({ id, names: [first = '', ...aliases], original, birth, nationality }) => `<INDIVIDUAL>
<DATAID>${id}</DATAID><FIRST_NAME>${first}</FIRST_NAME><UN_LIST_TYPE>Made up</UN_LIST_TYPE>
<REFERENCE_NUMBER>${id}</REFERENCE_NUMBER>
${original === undefined ? '' : `<NAME_ORIGINAL_SCRIPT>${original}</NAME_ORIGINAL_SCRIPT>`}
<NATIONALITY><VALUE>${nationality ?? ''}</VALUE></NATIONALITY>
${aliases.map((alias) => `<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${alias}</ALIAS_NAME></INDIVIDUAL_ALIAS>`).join('')}
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>${birth ?? ''}</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
</INDIVIDUAL>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${options.date ?? '2026-01-02T03:04:05.000Z'}"><INDIVIDUALS>
${individuals.join('\n')}${options.end ?? '</INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>'}`
}

/** Yields bytes in chunks that end at arbitrary positions, like data received from a network. */
export async function* inPieces(content: string | Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
