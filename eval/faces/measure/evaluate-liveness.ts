import type { FaceChecker, LivenessJudgement } from '@touchstone/biometrics'
import { createSeededRandom } from '@touchstone/common'
import type { Progress } from '../../../bench/support/progress.ts'
import { canShow, compose, type Footage, toCapture } from '../../../test/support/clips/compose.ts'
import { type AttackName, attackNames, drawFor, makeAttack } from '../attacks/make-attack.ts'

export type Attempt = {
  kind: 'live' | AttackName
  session: string
  steps: string
  verdict: LivenessJudgement['verdict']
  failed: string[]
  /** Whether it had been accepted without the look at the page's colours, and without that and the screen's grid. */
  withoutColours: boolean
  withoutGrid: boolean
}

/**
 * How strong the page's light shows on a live face, in turn. A phone of 500 nits at 35 cm gives some 40 lux, a laptop
 * more; a lit room has 150 to 300 on the face: a colour adds 0.13 to 0.27. Less is taken here.
 */
const flashGains = [0.08, 0.12, 0.16, 0.2]

/** Live captures and attacks, each on a challenge of its own, decided by the checker from their pictures alone. */
export async function evaluateLiveness(options: {
  checker: FaceChecker
  footage: readonly Footage[]
  live: number
  attacks: number
  /** One kind alone, to look closer at it. */
  only: string | undefined
  seed: string
  progress: Progress
  tell: (attempt: Attempt) => void
}): Promise<Attempt[]> {
  const { checker, footage, live, attacks, only, seed, progress, tell } = options
  const orders = [
    ...Array.from({ length: live }, (_, index) => ({ kind: 'live' as const, index })),
    ...attackNames.flatMap((kind) => Array.from({ length: attacks }, (_, index) => ({ kind, index }))),
  ].filter(({ kind }) => only === undefined || only === kind)
  const attempts: Attempt[] = []
  const next = async (): Promise<void> => {
    for (;;) {
      const order = orders.shift()
      if (order === undefined) return
      const attempt = await tryOne(checker, footage, order, seed)
      attempts.push(attempt)
      tell(attempt)
      progress('live captures and attacks', attempts.length, attempts.length + orders.length)
    }
  }
  // Two at a time: one is made while the other is decided.
  await Promise.all([next(), next()])
  return attempts
}

async function tryOne(
  checker: FaceChecker,
  footage: readonly Footage[],
  order: { kind: Attempt['kind']; index: number },
  seed: string,
): Promise<Attempt> {
  const { kind, index } = order
  const random = createSeededRandom(`${seed} ${kind} ${index}`)
  const chosen = footage[index % footage.length]
  if (chosen === undefined) throw new Error('there is no footage')
  const others = footage.filter(({ session }) => session.person !== chosen.session.person)
  const other = others[index % others.length] ?? chosen
  let challenge = drawFor(chosen, random)
  // The second person should be able to go on with it; where the footage has no such order, he only looks.
  const goesOn = () => challenge.steps.every(({ action }) => canShow(other, action))
  for (let draw = 0; draw < 100 && kind === 'other person from the middle on' && !goesOn(); draw++) {
    challenge = drawFor(chosen, random)
  }
  const moments =
    kind === 'live'
      ? await compose(chosen, challenge, { random, flashGain: flashGains[index % flashGains.length] ?? 0 })
      : await makeAttack(kind, { footage: chosen, other, challenge, random })
  const { verdict, checks } = await checker.liveness({ challenge, frames: await toCapture(moments) })
  const failed = checks.filter(({ passed }) => passed === false).map(({ name }) => name)
  return {
    kind,
    session: `${chosen.session.name}${chosen.mirrored ? ', mirrored' : ''}`,
    steps: challenge.steps.map(({ action }) => action).join(', '),
    verdict,
    failed,
    withoutColours: failed.every((name) => name === 'colour-reflection'),
    withoutGrid: failed.every((name) => name === 'no-screen' || name === 'colour-reflection'),
  }
}
