import { open } from 'node:fs/promises'

/** Returns the first line of a file, limited to 64 KiB. */
export async function readFirstLine(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const buffer = Buffer.alloc(64 * 1024)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    const text = buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/^\ufeff/, '')
    return text.split('\n', 1)[0]?.replace(/\r$/, '') ?? ''
  } finally {
    await handle.close()
  }
}
