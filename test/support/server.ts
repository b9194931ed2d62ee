import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, silentLogger } from '@touchstone/common'
import type { DemoFile } from '@touchstone/demo'
import { readSettings, runCommand } from '@touchstone/runtime'
import { banner } from '../../apps/server/src/banner.ts'
import { startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { copyDemo } from './demo-data.ts'
import { copyDemoToServer } from './demo-database.ts'
import { testAll } from './test-all.ts'

export type TestServer = {
  url: string
  metricsUrl: string
  dataFolder: string
  /** URL of the database, or undefined if the store is in the data folder. */
  databaseUrl: string | undefined
  /** Settings for a command that uses the same stores. */
  stores: Record<string, string>
  demo: DemoFile
  /** Wallets of demo users by status: one for every status of the KYC program. */
  wallets: Map<string, string>
  /** The text that the server process would print when it is ready. */
  banner: string
  /** Every logged line. */
  logs: string[]
  stop(): Promise<void>
}

/** Starts the whole service with the demo merchant in the test's own process, on a real port. */
export async function startTestServer(
  options: {
    /** Default: `server`, which starts four times as fast, or `embedded` with `npm test -- --all`. */
    engine?: 'embedded' | 'server'
    /** URL of the PostgreSQL server. Default: the server of the test run. */
    postgresUrl?: string
    /**
     * An existing data folder to use instead of a copy of the demo's folder. The folder is not deleted
     * afterwards.
     */
    dataFolder?: string
    /** An empty database in which the server creates its own demo, to use instead of the shared demo. */
    emptyDatabase?: string
    /** Additional settings, or a function that creates them for the data folder. */
    env?: Record<string, string> | ((dataFolder: string) => Promise<Record<string, string>>)
    /**
     * The demo merchant's rate limit. By default, the limit is too high to have an effect. Null selects the
     * plan's limit.
     */
    callsPerSecond?: number | null
    clock?: Clock
  } = {},
): Promise<TestServer> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'touchstone-test-'))
  const databaseUrl = options.emptyDatabase ?? (await prepareStores(dataFolder, options))
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
  const loggers = createLoggers({
    level: 'debug',
    stream: { write: (line) => void logs.push(line) },
    otlp: settings.otlp,
  })
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

/** Copies the demo. Returns the URL of its database, or undefined if its store is in the data folder. */
async function prepareStores(
  dataFolder: string,
  options: { engine?: 'embedded' | 'server'; postgresUrl?: string; dataFolder?: string },
): Promise<string | undefined> {
  if (options.dataFolder !== undefined) return undefined
  const { engine = testAll ? 'embedded' : 'server' } = options
  if (engine === 'server') return await copyDemoToServer(dataFolder, options.postgresUrl)
  await copyDemo(dataFolder)
  return undefined
}
