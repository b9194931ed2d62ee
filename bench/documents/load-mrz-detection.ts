import { createRequire } from 'node:module'

export const howToCompare =
  'mrz-detection is not installed, so nothing is compared with it: npm install --no-save mrz-detection@0.4.1'

/**
 * The open library `mrz-detection`, as it comes: the lines it reads of a photo, none where it finds nothing. It is no part
 * of the project, because three hundred packages come with it; undefined where it is not installed.
 */
export function loadMrzDetection(): ((jpeg: Uint8Array) => Promise<string[]>) | undefined {
  try {
    const require = createRequire(import.meta.url)
    const { getMrz, readMrz } = require('mrz-detection') as {
      getMrz(image: unknown): unknown
      readMrz(zone: unknown): Promise<{ mrz: string[] }>
    }
    const { Image } = createRequire(require.resolve('mrz-detection'))('image-js') as {
      Image: { load(bytes: Buffer): Promise<unknown> }
    }
    return async (jpeg) => {
      try {
        return (await readMrz(getMrz(await Image.load(Buffer.from(jpeg))))).mrz
      } catch {
        // It throws where it finds nothing.
        return []
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
