import {
  type Challenge,
  decideLiveness,
  drawChallenge,
  livenessLimits,
  versions,
} from '@touchstone/biometrics'
import { createManualClock, createSeededRandom } from '@touchstone/common'
import { createProgram, type ProgramInput, updateProgram } from '@touchstone/kyc'
import { programOnChain } from '@touchstone/verification'
import { beforeAll, expect, test } from 'vitest'
import { measureReflection } from '../../packages/biometrics/src/liveness/measure-reflection.ts'
import { madeSession } from '../../packages/biometrics/src/testing/made-session.ts'
import { WitnessError } from '../../packages/credential/src/prove/calculate-witness.ts'
import { proveSample } from '../../packages/credential/src/testing/index.ts'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { applyOutcome } from '../../packages/verification/src/journey/apply-outcome.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { updateVerification } from '../../packages/verification/src/journey/verification-store.ts'
import { heldCredentials } from '../../packages/verification/src/people/held-credential.ts'
import { selectPersonFile } from '../../packages/verification/src/people/person-file-store.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { livenessStep } from '../../packages/verification/src/steps/liveness.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { viewOf } from '../../packages/verification/src/visits/view-of.ts'
import { onOneEngine } from '../support/engines.ts'

// An attacker with a capture of one challenge must not be able to request challenges until one of them has
// the same colours.

const draws = 8000
const captures = 4
const clock = createManualClock(0)

function draw(seed: string): Challenge {
  return drawChallenge({ random: createSeededRandom(seed), clock })
}

test('matches a capture with fewer than one in 1,000 other colour sequences', () => {
  let fitting = 0
  for (let capture = 0; capture < captures; capture++) {
    const recorded = draw(`capture ${capture}`)
    // The simulated colours are undisturbed and therefore clearer than in any real capture.
    const seen = madeSession(recorded, { gain: 0.2 }).flatMap(({ atMs, face }) =>
      face ? [{ atMs, skin: face.skin }] : [],
    )
    for (let index = 0; index < draws / captures; index++) {
      const reflection = measureReflection(seen, draw(`${capture} ${index}`).flashes)
      const { correlation, gain } = livenessLimits.colour
      if (reflection && reflection.correlation >= correlation && reflection.gain >= gain) fitting++
    }
  }
  expect(fitting / draws).toBeLessThan(0.001)
})

// A capture without colours must not pass the liveness step if colours are required. A reviewer decides on
// such captures.
test('rejects a capture without colours if colours are required', () => {
  const challenge = drawChallenge({ random: createSeededRandom('calm'), clock, colours: false })
  const version = { ...versions, passive: 'absent' }
  const judged = (flashes: 'required' | 'none', done = challenge.steps.map(({ action }) => action)) =>
    decideLiveness({ challenge, measures: madeSession(challenge, { done }), flashes, version }).verdict
  expect(judged('required')).toBe('unclear')
  expect(judged('none')).toBe('live')
  const [first, ...others] = challenge.steps.map(({ action }) => action)
  expect(judged('none', [...others, first ?? 'nod'])).toBe('not-live')
})

// A recording without colours can be made in advance, and a reviewer can be deceived. Such a recording must
// not replace the person's device, and must not count for merchants that do not allow it.
onOneEngine('server', 'a reviewed recording without colours', (suite) => {
  let world: SessionWorld
  let walks: Walks
  beforeAll(async () => {
    const gallery = { knows: async () => true }
    world = await createSessionWorld(suite.database, { checkers: { gallery: async () => gallery as never } })
    walks = createWalks(world)
  })

  const mild = { checks: [], colourFree: true }
  /** Has the same effect as a recording that a reviewer accepted and whose face matches the person's. */
  async function pass(visit: Visit, checks: readonly string[]): Promise<void> {
    const { id, journeyId, ssiWallet } = visit
    const at = new Date(world.clock.now())
    await walks.read(visit)
    await updateVerification(journeyTablesOf(world), journeyId, { shown_on: ssiWallet }, at)
    const decided = checks.map((check) => ({
      ...{ check, passed: true, checker: `review ${id}`, evidenceHash: Buffer.alloc(32) },
    }))
    const outcome = { kind: 'passed', checks: decided } as const
    await applyOutcome(world, await loadState(world, journeyId), livenessStep as never, outcome, 'operator')
    await advance(world, journeyId)
    await walks.settled()
  }
  const reviewed = (visit: Visit) => pass(visit, ['liveness', 'faceprint-match'])
  const withColours = (visit: Visit) => pass(visit, ['liveness', 'liveness-colours', 'faceprint-match'])
  const stateOf = ({ journeyId }: Visit) => loadState(world, journeyId)
  const holderOf = async (visit: Visit) => {
    const { personId, ssiWallet } = (await stateOf(visit)).journey
    const file = await selectPersonFile(journeyTablesOf(world), personId)
    return { ssiWallet, commitment: file?.commitment }
  }
  const checksOf = async (visit: Visit) => {
    const held = await heldCredentials(world, (await stateOf(visit)).journey.personId, 'all')
    return held.at(-1)?.credential.checks
  }

  test('does not move the credentials to another device', async () => {
    const email = 'calm@example.com'
    const own = await walks.visit(email, mild)
    await withColours(own)
    await walks.share(own)
    const before = await holderOf(own)
    const stolen = await walks.visit(email, { ...mild, checks: ['age'] }, { device: 'a thief' })
    await reviewed(stolen)
    expect(await holderOf(own)).toEqual(before)
    const view = await viewOf(world, stolen)
    expect(view.step).toMatchObject({ name: 'wallet-missing', face: true })
    expect(JSON.stringify(view)).not.toContain('credentialId')
    // The person continues on their own device.
    const { merchant, program } = await stateOf(stolen)
    const back = await walks.visit(email, {}, { at: { mchNo: merchant.mchNo, program } })
    expect(back.journeyId).toBe(stolen.journeyId)
    expect(await walks.stepOf(back)).toMatchObject({ name: 'prove' })

    const moved = await walks.visit(email, { ...mild, checks: ['citizenship'] }, { device: 'a new phone' })
    await withColours(moved)
    expect(await holderOf(own)).not.toEqual(before)
    expect(await walks.stepOf(moved)).toMatchObject({ name: 'prove' })
  })

  test('is accepted only by merchants that allow such recordings', async () => {
    const email = 'reuse@example.com'
    const first = await walks.visit(email, mild)
    await reviewed(first)
    expect(await checksOf(first)).toEqual(['document', 'liveness'])
    await walks.share(first)
    expect(await walks.stepOf(await walks.visit(email, mild))).toMatchObject({
      name: 'consent',
      reused: true,
    })
    const strict = await walks.visit(email, { checks: [] })
    expect(await walks.stepOf(strict)).toMatchObject({ name: 'document' })
    await withColours(strict)
    await walks.share(strict)
    expect(await checksOf(first)).toEqual(['document', 'liveness', 'liveness-colours'])
    const other = await walks.visit(email, { checks: [] })
    expect(await walks.stepOf(other)).toMatchObject({ name: 'consent', reused: true })
    // The latest recording counts, because the latest document was shown with it.
    await reviewed(await walks.visit(email, { ...mild, checks: ['age'] }))
    expect(await checksOf(first)).not.toContain('liveness-colours')
  })

  test('generates no proof for the contract of a merchant that forbids such recordings', async () => {
    const { mchNo } = await world.open()
    const place = { mchNo, name: 'On chain', checks: [], mintMode: 'on-chain-mint', chainId: '8453' }
    const make = (change: Partial<ProgramInput>) =>
      createProgram(world.kyc, { ...place, kind: 'KYC', ...change } as ProgramInput)
    const strict = await make({})
    const unproven = { head: { checks: ['document', 'liveness'] } } as const
    const proven = { head: { checks: ['document', 'liveness', 'liveness-colours'] } } as const
    const { questions } = programOnChain(mchNo, strict)
    await expect(proveSample(questions, unproven)).rejects.toBeInstanceOf(WitnessError)
    expect((await proveSample(questions, proven)).signals[8]).toBe(questions.hash)
    expect(programOnChain(mchNo, await make({ colourFree: true })).questions.hash).not.toBe(questions.hash)

    // The contract's requirements cannot change, so the program cannot allow such recordings later.
    const { programNo } = strict
    await expect(updateProgram(world.kyc, { programNo, colourFree: true })).rejects.toMatchObject({
      message: expect.stringContaining('contract requires colours'),
    })
    const late = await make({ mintMode: 'cross-chain', chainId: '137' })
    await updateProgram(world.kyc, { programNo: late.programNo, colourFree: true })
    await updateProgram(world.kyc, { programNo: late.programNo, colourFree: false })
    const onChain = await updateProgram(world.kyc, {
      programNo: late.programNo,
      mintMode: 'on-chain-mint',
      chainId: '8453',
    })
    const asked = programOnChain(mchNo, onChain).questions.inputs.required
    expect(asked).toBe(questions.inputs.required)
  })
})
