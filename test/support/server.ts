import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, silentLogger } from '@touchstone/common'
import { readSettings, runCommand } from '@touchstone/runtime'
import type { DemoFile } from '../../apps/server/src/demo/demo-file.ts'
import { startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { layDemo } from './demo-data.ts'
import { freshDatabase, layLedger } from './engines.ts'

export type TestServer = {
  url: string
  metricsUrl: string
  dataFolder: string
  demo: DemoFile
  /** One of the demo's users for every status of the KYC program, by wallet. */
  wallets: Map<string, string>
  /** Every line that was logged. */
  logs: string[]
  stop(): Promise<void>
}

/** The whole service inside the test's process, on a real port, with the demo merchant. */
export async function startTestServer(
  options: {
    engine?: 'embedded' | 'server'
    env?: Record<string, string>
    /** The demo merchant's limit; none that a test reaches unless it asks for the plan's. */
    callsPerSecond?: number | null
    clock?: Clock
  } = {},
): Promise<TestServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'touchstone-test-'))
  const databaseUrl = options.engine === 'server' ? await freshDatabase('demo ledger') : undefined
  if (databaseUrl) await layLedger(dataFolder)
  else await layDemo(dataFolder)
  const settings = readSettings({
    folder: dataFolder,
    env: {
      PORT: '0',
      TOUCHSTONE_DATA: dataFolder,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...options.env,
    },
  })
  const logs: string[] = []
  const loggers = createLoggers({ level: 'debug', stream: { write: (line) => void logs.push(line) } })
  const { clock } = options
  const server = await startServer({ settings, loggers, ...(clock && { clock }) })
  if (!server.demo) throw new Error('the test server has no demo')
  const { callsPerSecond = 100_000 } = options
  await runCommand({
    name: 'merchant update',
    input: { mchNo: server.demo.file.mchNo, callsPerSecond },
    settings,
    logger: silentLogger,
  })
  return {
    url: server.url,
    metricsUrl: server.metricsUrl,
    dataFolder,
    demo: server.demo.file,
    wallets: new Map(server.demo.examples.map(({ status, account }) => [status, account])),
    logs,
    async stop() {
      await server.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
