import { existsSync } from 'node:fs'
import type { Logger } from '@touchstone/common'
import { embeddedFolder } from '../settings/is-folder-held.ts'
import type { Settings } from '../settings/read-settings.ts'
import type { UpgradePlan } from '../upgrade/plan-upgrade.ts'
import { runCommand } from './run-command.ts'

export type UpgradeCheck = UpgradePlan & {
  /** Free space in the data folder of an embedded store. A database server does not report its own. */
  freeBytes: number | null
}

/**
 * Checks what an upgrade of the store to this version would do, without changing anything. A running server of an
 * older version reads the facts about its embedded store, and this version evaluates them.
 */
export async function checkUpgrade(options: { settings: Settings; logger: Logger }): Promise<UpgradeCheck> {
  const { planUpgrade } = await import('../upgrade/plan-upgrade.ts')
  const { settings, logger } = options
  const isEmbedded = settings.databaseUrl === undefined
  if (isEmbedded && !existsSync(embeddedFolder(settings)))
    return {
      ...planUpgrade({ engine: 'embedded', migrations: [], expanding: [], tables: [] }),
      freeBytes: null,
    }
  const store = await runCommand({ name: 'store facts', input: {}, settings, logger })
  const plan = planUpgrade(store)
  if (!isEmbedded) return { ...plan, freeBytes: null }
  const { freeSpace } = await import('../backup/copy-embedded.ts')
  return { ...plan, freeBytes: await freeSpace(settings.dataFolder) }
}
