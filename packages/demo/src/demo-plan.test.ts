import type { Program } from '@touchstone/kyc'
import { expect, test } from 'vitest'
import { type DemoWalk, planDemo } from './demo-plan.ts'

const program = (programNo: string, more: Partial<Program>): Program => ({
  ...{ id: 1, merchantId: 1, name: programNo, kind: 'KYC', checks: [], rules: {}, mintMode: 'cross-chain' },
  ...{ chainId: '137', theme: 'auto', allowedDomains: [], active: true, walletProof: 'when-asked' },
  ...{
    version: 1,
    meidRebindDays: 30,
    colourFree: false,
    coloursOnChain: false,
    test: false,
    createdAt: new Date(0),
    programNo,
  },
  ...more,
})

const plan = (programs: Program[]) => planDemo({ programs, seed: 'M1', now: Date.UTC(2026, 10, 15) })
const endOf = ({ moves }: DemoWalk) => moves.at(-1)?.to ?? 'Verification Started'
const of = (walks: DemoWalk[], programNo: string) => walks.filter((walk) => walk.programNo === programNo)

const first = program('first', {})
const onChain = program('on chain', { mintMode: 'on-chain-mint' })
const meid = program('meid', { kind: 'MeID' })

test('plans 72 separate users (40 of them passed) for two KYC programs, and covers every status in both programs', () => {
  const walks = plan([first, meid, onChain])
  const [one, other] = [of(walks, 'first'), of(walks, 'on chain')]
  const logins = new Set([...one, ...other].map(({ login }) => login))
  expect(logins.size).toBe(one.length + other.length)
  expect(logins.size).toBe(72)
  expect([...one, ...other].filter((walk) => endOf(walk) === 'KYC Passed')).toHaveLength(40)
  expect(new Set(other.map(endOf)).size).toBe(new Set(one.map(endOf)).size + 1)
})
