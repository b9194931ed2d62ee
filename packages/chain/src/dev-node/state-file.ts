import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The chain's whole state as the node hands it out. Written whole or not at all: a kill leaves the one before. */
export function openStateFile(folder: string): {
  read(): Promise<string | undefined>
  write(state: string): Promise<void>
} {
  const path = join(folder, 'state.hex')
  return {
    async read() {
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return undefined
        throw error
      }
    },
    async write(state) {
      const draft = `${path}.draft`
      await writeFile(draft, state, { mode: 0o600, flush: true })
      await rename(draft, path)
    },
  }
}
