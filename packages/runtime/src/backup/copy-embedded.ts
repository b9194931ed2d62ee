import { existsSync, readFileSync } from 'node:fs'
import { constants, cp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import type { Runtime } from '../open-runtime.ts'
import { writeWhole } from './backup-folder.ts'
import { writeCheckpoint } from './backup-store.ts'

/** Where the copy of an embedded store is until its backup is complete. */
export const copyFolder = ({ dataFolder }: { dataFolder: string }) => join(dataFolder, 'backup-copy')

/**
 * Copies the files of the embedded store for a backup. Queries wait meanwhile. If the copy for this backup
 * exists, nothing happens, so that an interrupted backup continues with the same state.
 */
export async function copyEmbedded(
  { database, settings, clock }: Pick<Runtime, 'database' | 'settings' | 'clock'>,
  backupId: string,
): Promise<void> {
  const folder = copyFolder(settings)
  const [from, to, marker] = [
    join(settings.dataFolder, 'postgres'),
    join(folder, 'postgres'),
    join(folder, 'copied'),
  ]
  if (existsSync(marker) && readFileSync(marker, 'utf8').startsWith(`${backupId} `)) return
  await rm(marker, { force: true })
  await rm(to, { recursive: true, force: true })
  const [needed, free] = [await sizeOf(from), await freeSpace(settings.dataFolder)]
  if (free < needed * 1.1) {
    throw new OperatorError({
      code: 'backup.space',
      message: `The copy of the store needs ${megabytes(needed * 1.1)} MB in ${settings.dataFolder}, and ${megabytes(free)} MB are free.`,
      remedy: 'Free disk space. The copy is removed when the backup is complete.',
    })
  }
  const connection = await database.openCopy()
  let at: number
  try {
    await writeCheckpoint(connection)
    at = clock.now()
    // Shares the blocks of the files on file systems that support it.
    await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } finally {
    await connection.release()
  }
  await writeWhole(marker, `${backupId} ${new Date(at).toISOString()}\n`)
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
