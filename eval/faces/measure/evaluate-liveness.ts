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
  /** Whether the attempt would pass without the colour check. */
  withoutColours: boolean
  withoutGrid: boolean
}

/**
 * Strengths of the page's light on a live face, used in turn. A phone with 500 nits at a distance of 35 cm
 * adds about 40 lux, and a laptop adds more. In a lit room, the face receives 150 to 300 lux, so a coloured
 * screen adds a share of 0.13 to 0.27. The evaluation uses lower values as well.
 */
const flashGains = [0.08, 0.12, 0.16, 0.2]

/**
 * Evaluates live captures and attacks, each with its own challenge. The checker bases its decision only on
 * the pictures in the capture or attack.
 */
export async function evaluateLiveness(options: {
  checker: FaceChecker
  footage: readonly Footage[]
  live: number
  attacks: number
  /** Evaluates only one kind of attempt, for closer analysis. */
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
  // Processes two attempts at a time: one is generated while the other is checked.
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
  if (chosen === undefined) throw new Error('no footage')
  const others = footage.filter(({ session }) => session.person !== chosen.session.person)
  const other = others[index % others.length] ?? chosen
  let challenge = drawFor(chosen, random)
  // The second person should be able to complete the challenge. If the footage does not allow this, the
  // second person only looks at the camera.
  const goesOn = () => challenge.steps.every(({ action }) => canShow(other, action))
  for (
    let draw = 0;
    draw < 100 && kind === 'different person takes over halfway through' && !goesOn();
    draw++
  ) {
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
