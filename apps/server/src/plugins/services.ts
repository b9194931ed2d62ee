import type { AccessDesk, CallDesk, StatisticsDesk, TokenDesk } from '@touchstone/kyc'
import type { AskedDesk, KytDesk } from '@touchstone/kyt'
import type { Runtime } from '@touchstone/runtime'
import type { Logger } from 'pino'
import type { Metrics } from '../telemetry/metrics.ts'
import type { ConsoleRights } from './console-rights.ts'
import type { RateLimiter } from './rate-limit/rate-limiter.ts'

/** What the surfaces are built from. */
export type Services = {
  readonly runtime: Runtime
  readonly accessDesk: AccessDesk
  readonly callDesk: CallDesk
  readonly tokenDesk: TokenDesk
  readonly statisticsDesk: StatisticsDesk
  readonly kytDesk: KytDesk
  readonly askedDesk: AskedDesk
  readonly limiter: RateLimiter
  readonly consoleRights: ConsoleRights
  readonly metrics: Metrics
  readonly logger: Logger
  /** Writes one line for every request, with fixed fields. */
  readonly requestLogger: Logger
  /** Calls are answered only while serving: before, the stores are still being filled; after, the process ends. */
  readonly phase: { current: 'starting' | 'serving' | 'stopping' }
}
