import type { ChainJob, JobRequest } from './chain-job.ts'

/** Whether a job is what a request asks for: what would happen on the chain is the same. */
export function isSameRequest(job: ChainJob, request: JobRequest): boolean {
  return (
    job.kind === request.kind &&
    job.to === (request.to?.toLowerCase() ?? null) &&
    job.data === request.data.toLowerCase() &&
    job.value === (request.value ?? 0n)
  )
}
