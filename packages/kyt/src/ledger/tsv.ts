/** A text as a field of ClickHouse's TSV. */
export function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\0', '\\0')
}

const escapes = Array.from({ length: 256 }, (_, byte) => `\\x${byte.toString(16).padStart(2, '0')}`)

/** Bytes as a field of ClickHouse's TSV: every byte escaped, so that the rows stay plain text on every way in. */
export function escapeBytes(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += escapes[byte]
  return text
}
