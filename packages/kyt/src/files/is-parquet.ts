import { open } from 'node:fs/promises'

const magic = 'PAR1'

export async function isParquet(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === magic
  } finally {
    await handle.close()
  }
}
