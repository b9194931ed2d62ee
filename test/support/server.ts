import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, silentLogger } from '@touchstone/common'
import type { DemoFile } from '@touchstone/demo'
import { readSettings, runCommand } from '@touchstone/runtime'
import { banner } from '../../apps/server/src/banner.ts'
import { startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { layDemo } from './demo-data.ts'
import { layDemoOnServer } from './demo-database.ts'
import { testAll } from './test-all.ts'

export type TestServer = {
  url: string
  metricsUrl: string
  dataFolder: string
  /** Where the store is, unless it is in the data folder. */
  databaseUrl: string | undefined
  /** The settings of a command that works on the same stores. */
  stores: Record<string, string>
  demo: DemoFile
  /** One of the demo's users for every status of the KYC program, by wallet. */
  wallets: Map<string, string>
  /** What the process would print when it is ready. */
  banner: string
  /** Every line that was logged. */
  logs: string[]
  stop(): Promise<void>
}

/** The whole service inside the test's process, on a real port, with the demo merchant. */
export async function startTestServer(
  options: {
    /** On a database server, which starts in a quarter of the time; in the data folder with `npm test -- --all`. */
    engine?: 'embedded' | 'server'
    /** The server of the store; the one of the test run unless given. */
    postgresUrl?: string
    /** A folder that is there already, instead of a copy of the demo's; it is left when the server stops. */
    dataFolder?: string
    /** Instead of the demo that the tests share: an empty database, in which the server makes one. */
    emptyDatabase?: string
    /** Settings, or what makes them once the data folder is there. */
    env?: Record<string, string> | ((dataFolder: string) => Promise<Record<string, string>>)
    /** The demo merchant's limit; none that a test reaches unless it asks for the plan's. */
    callsPerSecond?: number | null
    clock?: Clock
  } = {},
): Promise<TestServer> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'touchstone-test-'))
  const databaseUrl = options.emptyDatabase ?? (await layStores(dataFolder, options))
  const stores = { TOUCHSTONE_DATA: dataFolder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const { env } = options
  const settings = readSettings({
    folder: dataFolder,
    env: {
      PORT: '0',
      ...stores,
      ...(typeof env === 'function' ? await env(dataFolder) : env),
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
    databaseUrl,
    stores,
    demo: server.demo.file,
    wallets: new Map(server.demo.examples.map(({ status, account }) => [status, account])),
    banner: banner(server, settings),
    logs,
    async stop() {
      await server.stop()
      if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** The address of the store, unless it is in the data folder. */
async function layStores(
  dataFolder: string,
  options: { engine?: 'embedded' | 'server'; postgresUrl?: string; dataFolder?: string },
): Promise<string | undefined> {
  if (options.dataFolder !== undefined) return undefined
  const { engine = testAll ? 'embedded' : 'server' } = options
  if (engine === 'server') return await layDemoOnServer(dataFolder, options.postgresUrl)
  await layDemo(dataFolder)
  return undefined
}
