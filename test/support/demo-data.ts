import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '@touchstone/runtime'
import { inject } from 'vitest'
import { startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { layDataFolder } from './engines.ts'
import { waitUntil } from './processes.ts'

/**
 * A data folder as a first start leaves it: the demo merchant, its users, and the chain with their tokens. Made once by a
 * real server, by the first suite that needs it; a first start itself is tried where it is the matter.
 */
export async function layDemo(dataFolder: string): Promise<void> {
  const folder = inject('demoDataFolder')
  const made = join(folder, 'made')
  if (takeTurn(folder)) {
    const draft = join(folder, 'draft')
    await makeDemo(draft)
    renameSync(draft, made)
  }
  await waitUntil(() => existsSync(made), 240_000, 'another suite to make the demo')
  cpSync(made, dataFolder, { recursive: true })
}

function takeTurn(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

async function makeDemo(dataFolder: string): Promise<void> {
  await layDataFolder(dataFolder)
  const settings = readSettings({ folder: dataFolder, env: { PORT: '0', TOUCHSTONE_DATA: dataFolder } })
  const server = await startServer({ settings, loggers: createLoggers({ level: 'silent' }) })
  await server.stop()
}
