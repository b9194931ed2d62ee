import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '@touchstone/common'
import type { Access } from '@touchstone/kyc'
import { type Asker, type RecordContext, recordsApiQuestions } from '@touchstone/kyt'
import type { FastifyRequest } from 'fastify'

/**
 * Header with which the command line marks its calls, so that their questions are recorded. A client that sends it
 * only adds to its own merchant's record.
 */
export const channelHeader = 'x-touchstone-channel'

/** Determines who asks about an address, if the question is recorded. */
export type Askers = {
  /** Runs a call on behalf of a member or of an agent. Their questions are always recorded. */
  run<Result>(asker: Asker, call: () => PromiseLike<Result>): Promise<Result>
  /** Returns who asks, or undefined for a call to the API if the merchant does not record those. */
  of(call: { readonly access: Access; readonly request: FastifyRequest }): Promise<Asker | undefined>
}

/** How long the setting of a merchant is cached. */
const cachedMs = 2000
const mostCached = 10_000

export function createAskers(context: Pick<RecordContext, 'database'>, clock: Clock): Askers {
  const running = new AsyncLocalStorage<Asker>()
  const settings = new Map<string, { readonly isRecorded: boolean; readonly until: number }>()

  const isRecorded = async (merchant: string): Promise<boolean> => {
    const known = settings.get(merchant)
    if (known !== undefined && clock.now() < known.until) return known.isRecorded
    const isRecorded = await recordsApiQuestions(context, merchant)
    if (settings.size >= mostCached) settings.clear()
    settings.set(merchant, { isRecorded, until: clock.now() + cachedMs })
    return isRecorded
  }

  return {
    run: (asker, call) => running.run(asker, async () => await call()),
    async of({ access, request }) {
      const asker = running.getStore()
      if (asker !== undefined) return asker
      const isCommandLine = request.headers[channelHeader] === 'command-line'
      if (isCommandLine) return { channel: 'command-line', asker: access.keyId }
      if (!(await isRecorded(access.merchant.mchNo))) return undefined
      return { channel: 'api', asker: access.keyId }
    },
  }
}
