import { type CircuitName, developmentKeys, openProver } from '@touchstone/credential'
import { makeSampleRequest, sampleQuestions } from '@touchstone/credential/testing'
import { serveRole } from '../support/role.ts'

/** Runs one circuit in a separate process, so that the memory of each circuit is measured separately. */
export type ProveQuestion = { kind: CircuitName; proofs: number }
export type ProveAnswer = { first: number; ms: number[]; cpuMs: number; idleBytes: number; peakBytes: number }

const peak = () => process.resourceUsage().maxRSS * 1024

serveRole<ProveQuestion, ProveAnswer>(async ({ kind, proofs }, onProgress) => {
  const request = makeSampleRequest(sampleQuestions[kind])
  const idleBytes = peak()
  const prover = openProver({ keys: developmentKeys })
  const time = async () => {
    const startedAt = performance.now()
    await prover.prove(request)
    return performance.now() - startedAt
  }
  const first = await time()
  const ms: number[] = []
  const before = process.cpuUsage()
  while (ms.length < proofs) {
    ms.push(await time())
    onProgress(ms.length, proofs)
  }
  const { user, system } = process.cpuUsage(before)
  await prover.close()
  return { first, ms, cpuMs: (user + system) / 1000 / proofs, idleBytes, peakBytes: peak() }
})
