import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importFileError } from './import-file-error.ts'

export type FindFilesOptions = {
  /** A file, or a folder to search. */
  readonly path: string
  readonly isWanted: (name: string) => boolean
  /** Set this to false to skip subfolders. */
  readonly deep?: boolean
}

/** Returns a folder's matching files in name order. A path to a single file is always accepted. */
export async function findFiles(options: FindFilesOptions): Promise<string[]> {
  const { path, isWanted, deep = true } = options
  const about = await stat(path).catch((cause: unknown) => {
    throw importFileError({
      file: path,
      what: 'cannot be opened',
      remedy: 'Check the path and its permissions.',
      cause,
    })
  })
  if (!about.isDirectory()) return [path]
  const found = await readdir(path, { recursive: deep, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && isWanted(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
