/** The response is longer than the caller accepts. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong'
}

/**
 * Reads a response's text. Throws `BodyTooLong` as soon as the decompressed body exceeds the limit, so that a
 * malicious server cannot exhaust the memory.
 */
export async function readBody(response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return await response.text()
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop early cancels the stream and closes the connection.
  for await (const chunk of response.body) {
    length += chunk.byteLength
    if (length > mostBytes) throw new BodyTooLong(`the response is longer than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
