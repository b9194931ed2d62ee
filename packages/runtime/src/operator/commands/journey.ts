import { byCommandLine, InputError, recordChange } from '@touchstone/kyc'
import { listStuck, restartStuck } from '@touchstone/verification'
import type { Command } from '../command.ts'

export type StuckJourneyView = {
  id: number
  svcId: string
  programNo: string
  step: string
  code: string
  since: string
}

/** Lists journeys in which every attempt at an automatic step has failed. */
export const journeyStuck: Command<object, StuckJourneyView[]> = async ({ verification }) =>
  (await listStuck(verification)).map(({ journeyId, since, ...journey }) => ({
    ...{ id: journeyId, ...journey },
    since: since.toISOString(),
  }))

/** Reruns the failed step of one stuck journey, or of all stuck journeys. */
export const journeyRestart: Command<{ id?: number }, { restarted: number }> = async (
  { verification, kyc },
  { id },
) => {
  const restarted = await restartStuck(verification, { journeyId: id })
  if (id !== undefined && restarted === 0) throw new InputError('id', 'matches no stuck journey')
  const change = { action: 'journey.restarted', target: String(id ?? 'all'), detail: { restarted } }
  if (restarted > 0) await recordChange(kyc, change, byCommandLine)
  return { restarted }
}
