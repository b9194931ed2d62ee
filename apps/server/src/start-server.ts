import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { keptFaceprintsByPurpose } from '@touchstone/biometrics'
import { type Clock, type Logger, OperatorError } from '@touchstone/common'
import { type Demo, ensureDemo } from '@touchstone/demo'
import { createAccessService, createCallCounter, createStatisticsCache, loadStoreKeys } from '@touchstone/kyc'
import { createRecentQueries, ensureBuiltinLabels, listSources, openKytReader } from '@touchstone/kyt'
import {
  deployContracts,
  keysReadEveryMs,
  openRuntime,
  type Runtime,
  type Settings,
  serveOperator,
} from '@touchstone/runtime'
import { countStuckJourneys, resumeAll } from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { keepBatches } from './batch/keep-batches.ts'
import { buildServer } from './build-server.ts'
import { collectGarbage } from './collect-garbage.ts'
import { keepEvents } from './events/keep-events.ts'
import { startJobs } from './jobs.ts'
import { createAskers } from './plugins/askers.ts'
import { createConsoleRights } from './plugins/console-rights.ts'
import { createMemoryLimiter } from './plugins/rate-limit/memory-limiter.ts'
import type { RateLimiter } from './plugins/rate-limit/rate-limiter.ts'
import type { Services } from './plugins/services.ts'
import { surfaceUrls } from './surface-urls.ts'
import type { Loggers } from './telemetry/logger.ts'
import { createMetrics, type Metrics } from './telemetry/metrics.ts'
import { traceFetch } from './telemetry/trace-fetch.ts'
import { keepWatch } from './watch/keep-watch.ts'

export type RunningServer = {
  url: string
  metricsUrl: string
  demo: Demo | undefined
  ledger: Runtime['ledger']['place']
  /**
   * Set only for a chain that runs on this machine. Other chains are configured by the URLs of their nodes.
   */
  developmentChainUrl: string | undefined
  /**
   * Whether the caller must stop this server and start another process, which it can do only if `canRestart`
   * is set. Until then, the server reports that it is not ready.
   */
  mustRestart: boolean
  /** Rejects new calls, finishes running ones, writes pending data and closes the stores. */
  stop(): Promise<void>
}

const portSetting = '--port or PORT'
const metricsPortSetting = 'METRICS_PORT'
const flushEveryMs = 5000
const drainMs = 300

/** Starts all components in order. Closes them in reverse order, even if a later step fails. */
export async function startServer(options: {
  settings: Settings
  loggers: Loggers
  clock?: Clock
  onProgress?: (what: string, done?: number, total?: number) => void
  /**
   * Whether the caller can start another process in place of this one. Creating the demo in an embedded store
   * needs about 100 MiB of memory that WebAssembly never releases.
   */
  canRestart?: boolean
}): Promise<RunningServer> {
  const { settings, loggers } = options
  const logger = loggers.general
  const onProgress = options.onProgress ?? (() => {})
  const closers: (() => Promise<void>)[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }

  try {
    // Performs the checks that can fail, before the long-running work begins.
    await checkPortIsFree(settings.host, settings.port, portSetting)
    await checkPortIsFree(settings.metricsHost, settings.metricsPort, metricsPortSetting)
    const { clock } = options
    const { tracer } = loggers
    closers.push(() => loggers.close())
    const endTracing = traceFetch(tracer)
    closers.push(async () => endTracing())
    const runtime = await openRuntime({ settings, logger, tracer, onProgress, ...(clock && { clock }) })
    closers.push(() => runtime.close())
    const jobs = await runtime.jobs.start()
    const local = createMemoryLimiter(runtime.clock)
    const limiter = settings.redisUrl ? await limitInRedis(settings.redisUrl, logger, local) : local
    closers.push(() => limiter.close())

    const services: Services = {
      runtime,
      accessService: createAccessService(runtime.kyc),
      callCounter: createCallCounter(runtime.kyc),
      tokenService: runtime.verification.tokenService,
      statisticsCache: createStatisticsCache(runtime.kyc),
      kytReader: openKytReader(runtime.kyt, {
        onProblem: (err) =>
          logger.warn(
            { err },
            'could not read the list of labelled addresses: responses are slower until this succeeds',
          ),
      }),
      recentQueries: createRecentQueries(runtime.kyt),
      limiter,
      consoleRights: createConsoleRights(),
      askers: createAskers(runtime.kyt, runtime.clock),
      metrics: createMetrics({
        chainJobs: () => runtime.chains.counts(),
        stuckJourneys: () => countStuckJourneys(runtime.verification),
        keptFaceprints: () => keptFaceprintsByPurpose(runtime.database),
        forgedRows: () => runtime.forgedRows.counts(),
        riskScores: () => runtime.kyt.riskLimits?.load(),
        sourceUses: () => runtime.kyt.histories.uses(),
        sourceStates: () => listSources(runtime.kyt),
        async work() {
          const work = await runtime.workQueue?.show()
          const isAble = ({ isAlive, hasKey }: { isAlive: boolean; hasKey: boolean }) => isAlive && hasKey
          return work && { workers: work.workers.filter(isAble).length, lanes: work.lanes }
        },
      }),
      logger,
      requestLogger: loggers.requests,
      tracer,
      phase: { current: 'starting' },
    }
    await startJobs(jobs, runtime, services.tokenService)
    closers.push(await keepEvents(services))
    closers.push(await keepWatch(services))
    closers.push(await keepBatches(services))
    closers.push(flushRegularly(services))
    // An embedded store is used by only one node.
    if (runtime.database.engine === 'server') closers.push(readKeysRegularly(runtime))

    const start = { url: '', demo: undefined as Demo | undefined }
    const app = await buildServer(services, start)
    closers.push(() => app.close())
    const metricsServer = buildMetricsServer(services.metrics)
    closers.push(() => metricsServer.close())

    const metricsUrl = await listen(
      metricsServer,
      settings.metricsHost,
      settings.metricsPort,
      metricsPortSetting,
    )
    start.url = await listen(app, settings.host, settings.port, portSetting)
    runtime.address.url = start.url
    if (runtime.ledger.place !== 'absent') await ensureBuiltinLabels(runtime.kyt)
    onProgress('opening the chains')
    const { developmentChainUrl } = await openChains(runtime, onProgress)
    if (settings.demo) {
      start.demo = await ensureDemo(runtime, {
        url: start.url,
        urls: surfaceUrls(settings, start.url),
        reader: services.kytReader,
        onProgress,
      })
      // With a shared database, another node may have created the demo, so this node may have no garbage to
      // collect.
      if (runtime.database.engine === 'embedded') collectGarbage()
    }
    const mustRestart =
      options.canRestart === true && start.demo?.isNew === true && runtime.database.engine === 'embedded'
    if (!mustRestart) {
      serveOperator(runtime)
      services.phase.current = 'serving'
      const resuming = resumeAll(runtime.verification).catch((error: unknown) => {
        logger.error({ err: error }, 'not all journeys could be resumed')
      })
      closers.push(() => resuming)
    }

    const stop = async () => {
      services.phase.current = 'stopping'
      // Calls that are still arriving get a "not ready" response instead of a closed connection.
      await pause(drainMs)
      await closeAll()
    }
    const { place: ledger } = runtime.ledger
    return { url: start.url, metricsUrl, demo: start.demo, ledger, developmentChainUrl, mustRestart, stop }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function listen(app: FastifyInstance, host: string, port: number, setting: string): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    throw portError(host, port, setting, cause)
  }
  const { port: actual } = app.server.address() as AddressInfo
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host
  return `http://${name}:${actual}`
}

function checkPortIsFree(host: string, port: number, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(portError(host, port, setting, error)))
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

function portError(host: string, port: number, setting: string, cause: unknown): OperatorError {
  const { code } = cause as { code?: string }
  const why = code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${code ?? 'unknown reason'})`
  return new OperatorError({
    code: 'server.listen',
    message: `Port ${port} on ${host} ${why}.`,
    remedy: `Stop the process that uses it, or choose a different port with ${setting}.`,
    cause,
  })
}

/**
 * If another node has started a rotation of the master secret, this node must soon encrypt with the new
 * secret too.
 */
function readKeysRegularly(runtime: Runtime): () => Promise<void> {
  let reading = Promise.resolve()
  const read = async () => {
    try {
      if ((await loadStoreKeys(runtime)) !== 'valid')
        runtime.logger.error({}, 'the store uses a master secret that this node does not have')
    } catch (error) {
      runtime.logger.warn({ err: error }, 'could not determine which master secret is in use')
    }
  }
  const timer = setInterval(() => {
    reading = read()
  }, keysReadEveryMs)
  return async () => {
    clearInterval(timer)
    await reading
  }
}

/** Imported only when needed, because the Redis client consists of 600 files. */
async function limitInRedis(url: string, logger: Logger, fallback: RateLimiter): Promise<RateLimiter> {
  const { createRedisLimiter } = await import('./plugins/rate-limit/redis-limiter.ts')
  return await createRedisLimiter({ url, logger, fallback })
}

/** Writes last-used times, call counts and recently queried addresses every few seconds and on shutdown. */
function flushRegularly({
  accessService,
  callCounter,
  recentQueries,
  logger,
}: Services): () => Promise<void> {
  const flush = async () => {
    await accessService.flushLastUsed().catch((error: unknown) => {
      logger.warn({ err: error }, 'last-used times could not be written')
    })
    await callCounter.flush().catch((error: unknown) => {
      logger.warn({ err: error }, 'call counts could not be written')
    })
    await recentQueries.flush().catch((error: unknown) => {
      logger.warn({ reason: (error as Error).name }, 'recently queried addresses could not be written')
    })
  }
  const timer = setInterval(flush, flushEveryMs)
  return async () => {
    clearInterval(timer)
    await flush()
  }
}

/** Serves /metrics on a separate port, which should not be reachable from outside. */
function buildMetricsServer(metrics: Metrics): FastifyInstance {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', metrics.registry.contentType)
    return await metrics.registry.metrics()
  })
  return app
}

/**
 * Opens the configured chains and resumes the jobs in their journals. The server deploys the contracts to a
 * development chain automatically. On other chains, where a deployment costs money, the operator deploys the
 * contracts. A lost development chain is rebuilt from the journal, and its contracts keep their addresses.
 */
async function openChains(
  runtime: Runtime,
  onProgress: (what: string, done?: number, total?: number) => void,
): Promise<{ developmentChainUrl: string | undefined }> {
  let developmentChainUrl: string | undefined
  for (const chainId of runtime.chains.configured) {
    const chain = await runtime.chains.open(chainId)
    developmentChainUrl ??= chain.developmentUrl
    if (!chain.development || chain.deployment()) continue
    await deployContracts(runtime, chain, {
      progress: ({ done, total }) => onProgress('deploying the contracts', done, total),
    })
  }
  return { developmentChainUrl }
}
