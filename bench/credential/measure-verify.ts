import { createManualClock } from '@touchstone/common'
import { developmentKeys, openVerifier, type Verifier } from '@touchstone/credential'
import {
  issuerKeyFor,
  proveSample,
  sampleContext,
  sampleIssuerSecret,
  sampleQuestions,
} from '@touchstone/credential/testing'
import { runCallers } from '../support/callers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { Bench } from './sizes.ts'

/** Measures complete verifications, starting with a proof as JSON, with one worker and with two. */
export async function measureVerify({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12))
  const { kind, proof, signals } = await proveSample(sampleQuestions.kyc)
  const order = {
    proof: { kind, proof, signals },
    expected: { ...sampleContext, kind, questions: sampleQuestions.kyc.hash },
    acceptedIssuers: [issuerKeyFor(sampleIssuerSecret)],
    isRevoked: () => false,
  }
  const measure = async (workers: number) => {
    progress(`verifications with ${workers} worker${workers > 1 ? 's' : ''}`)
    const open = openVerifier({ keys: developmentKeys, production: false, clock, workers })
    const verifier: Verifier = await cleanup.own(open, (opened) => opened.close())
    const rate = await runCallers({
      callers: workers * 2,
      warmupSeconds: 2,
      seconds: sizes.verifySeconds,
      call: async () => {
        const answer = await verifier.verify(order)
        if (!answer.ok) throw new Error(`the verifier rejected the proof: ${answer.reason}`)
      },
    })
    await verifier.close()
    return rate
  }
  const one = await measure(1)
  const two = await measure(2)
  return {
    tables: [
      {
        title: 'Verifications of a KYC proof',
        head: ['workers', 'per second', 'ms of CPU time each'],
        rows: [
          ['1', shown.count(one.perSecond), shown.ms(one.cpu)],
          ['2', shown.count(two.perSecond), shown.ms(two.cpu)],
        ],
      },
    ],
    targets: [
      // CPU time of all threads. On a shared machine, wall-clock time also includes the time used by other
      // programs.
      target('verifications per second per core', 1000 / one.cpu, { atLeast: 40 }, shown.count),
      target('two workers relative to one, verifications per second', two.perSecond / one.perSecond, {
        atLeast: 1.4,
      }),
    ],
    data: { one, two },
  }
}
