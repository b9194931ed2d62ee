import type { VerificationContext } from '../context.ts'

/** The name of the job that advances a journey. */
export const journeyJob = 'journey'

export type JourneyJob = {
  journeyId: number
  /** How many times in a row jobs have failed to run the current step. */
  failures?: number
}

/**
 * Sends the job that advances a journey. A journey has at most one waiting job: a second job is dropped, or
 * replaces the waiting one if `replaces` is set.
 */
export async function sendJourney(
  { jobs }: Pick<VerificationContext, 'jobs'>,
  job: JourneyJob,
  options: { afterSeconds: number; replaces?: boolean },
): Promise<void> {
  await jobs.send(journeyJob, job, { ...options, key: String(job.journeyId) })
}
