import { resolve } from 'node:path'

/** Absolute paths: whoever carries the import out may stand in another folder. */
export function importInput(
  files: readonly string[],
  options: { rejects?: string },
): { files: string[]; rejects?: string } {
  return {
    files: files.map((file) => resolve(file)),
    ...(options.rejects === undefined ? {} : { rejects: resolve(options.rejects) }),
  }
}
