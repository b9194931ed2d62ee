import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importFileError } from './import-file-error.ts'

export type FindFilesOptions = {
  /** A file, or a folder that is searched. */
  readonly path: string
  readonly isWanted: (name: string) => boolean
  /** False: the folders in the folder are left out. */
  readonly deep?: boolean
}

/** The wanted files of a folder, by name; a file that is named itself is always wanted. */
export async function findFiles(options: FindFilesOptions): Promise<string[]> {
  const { path, isWanted, deep = true } = options
  const about = await stat(path).catch((cause: unknown) => {
    throw importFileError({ file: path, what: 'can not be opened', remedy: 'Check the path.', cause })
  })
  if (!about.isDirectory()) return [path]
  const found = await readdir(path, { recursive: deep, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && isWanted(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
