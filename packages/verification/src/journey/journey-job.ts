import type { VerificationContext } from '../context.ts'

/** The name of the job that advances a journey. */
export const journeyJob = 'journey'

export type JourneyJob = {
  journeyId: number
  /** How often in a row the current step has failed when a job ran it. */
  failures?: number
}

/**
 * Sends the job that advances a journey. A journey has at most one waiting job: another one is skipped, or
 * takes its place if `replaces` is set.
 */
export async function sendJourney(
  { jobs }: Pick<VerificationContext, 'jobs'>,
  job: JourneyJob,
  options: { afterSeconds: number; replaces?: boolean },
): Promise<void> {
  await jobs.send(journeyJob, job, { ...options, key: String(job.journeyId) })
}
