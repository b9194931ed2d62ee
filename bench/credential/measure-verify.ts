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

/** Whole verifications, from the JSON of a proof on, with one worker and with two. */
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
        if (!answer.ok) throw new Error(`the verifier refused: ${answer.reason}`)
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
        head: ['workers', 'a second', 'ms of processor time each'],
        rows: [
          ['1', shown.count(one.perSecond), shown.ms(one.cpu)],
          ['2', shown.count(two.perSecond), shown.ms(two.cpu)],
        ],
      },
    ],
    targets: [
      // Of processor time, all threads together: on a machine that others use, the clock on the wall counts them too.
      target('verifications a second of one core', 1000 / one.cpu, { atLeast: 40 }, shown.count),
      target('two workers against one, verifications a second', two.perSecond / one.perSecond, {
        atLeast: 1.4,
      }),
    ],
    data: { one, two },
  }
}
