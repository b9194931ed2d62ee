import { createRequire } from 'node:module'

export const howToCompare =
  'mrz-detection is not installed, so there is no comparison. Install it with: npm install --no-save mrz-detection@0.4.1'

/**
 * Loads the open-source library `mrz-detection` with its defaults. Returns a function that reads the lines of
 * the machine-readable zone from a photo and returns an empty list if it finds no zone. Returns undefined if
 * the library is not installed: it brings in three hundred packages, so it is not a project dependency.
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
        // The library throws if it finds nothing.
        return []
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
