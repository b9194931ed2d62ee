import { copyEmbedded } from '../../backup/copy-embedded.ts'
import type { Command } from '../command.ts'

/** Copies the embedded store for a backup that another process makes. */
export const backupCopy: Command<{ id: string }, { copied: true }> = async (runtime, { id }) => {
  await copyEmbedded(runtime, id)
  return { copied: true }
}
