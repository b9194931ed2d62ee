import { createManualClock, type ManualClock } from '@touchstone/common'
import { readSettings } from '@touchstone/runtime'
import type { FastifyInstance } from 'fastify'
import { buildServer } from '../../apps/server/src/build-server.ts'
import { createConsoleRights } from '../../apps/server/src/plugins/console-rights.ts'
import { createMemoryLimiter } from '../../apps/server/src/plugins/rate-limit/memory-limiter.ts'
import type { Services } from '../../apps/server/src/plugins/services.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { createMetrics } from '../../apps/server/src/telemetry/metrics.ts'

export type BareServer = { app: FastifyInstance; clock: ManualClock; phase: Services['phase'] }

/**
 * Builds the API surfaces without a store, for calls that must be rejected before they use a store. The clock
 * advances only when the test advances it.
 */
export async function buildBareServer(env: Record<string, string> = {}): Promise<BareServer> {
  const clock = createManualClock(Date.UTC(2026, 10, 15))
  const loggers = createLoggers({ level: 'silent' })
  const phase: Services['phase'] = { current: 'serving' }
  const services = {
    runtime: { settings: readSettings({ env, folder: '/nowhere' }), clock },
    accessService: { merchantByNo: async () => undefined },
    consoleRights: createConsoleRights(),
    askers: { run: (_asker: unknown, call: () => unknown) => call(), of: async () => undefined },
    limiter: createMemoryLimiter(clock),
    metrics: createMetrics({
      chainJobs: async () => [],
      stuckJourneys: async () => [],
      keptFaceprints: async () => [],
      forgedRows: () => [],
      riskScores: () => undefined,
      sourceUses: () => [],
      sourceStates: async () => [],
      work: async () => undefined,
    }),
    logger: loggers.general,
    requestLogger: loggers.requests,
    tracer: loggers.tracer,
    phase,
  } as unknown as Services
  return { app: await buildServer(services, { demo: undefined, url: '' }), clock, phase }
}
