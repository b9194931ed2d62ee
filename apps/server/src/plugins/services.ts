import type { Tracer } from '@touchstone/common'
import type { AccessService, CallCounter, StatisticsCache, TokenService } from '@touchstone/kyc'
import type { KytReader, RecentQueries } from '@touchstone/kyt'
import type { Runtime } from '@touchstone/runtime'
import type { Logger } from 'pino'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Askers } from './askers.ts'
import type { ConsoleRights } from './console-rights.ts'
import type { RateLimiter } from './rate-limit/rate-limiter.ts'

/** Dependencies of the surfaces. */
export type Services = {
  readonly runtime: Runtime
  readonly accessService: AccessService
  readonly callCounter: CallCounter
  readonly tokenService: TokenService
  readonly statisticsCache: StatisticsCache
  readonly kytReader: KytReader
  readonly recentQueries: RecentQueries
  readonly limiter: RateLimiter
  readonly consoleRights: ConsoleRights
  readonly askers: Askers
  readonly metrics: Metrics
  readonly logger: Logger
  /** Request logger, which writes one line with fixed fields for each request. */
  readonly requestLogger: Logger
  /** Connects log lines, jobs and spans with requests. */
  readonly tracer: Tracer
  /**
   * Calls are accepted only while the process is ready: after the stores have been filled and before shutdown
   * begins.
   */
  readonly phase: { current: 'starting' | 'serving' | 'stopping' }
}
