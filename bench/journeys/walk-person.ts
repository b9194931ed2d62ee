import { setTimeout as pause } from 'node:timers/promises'
import type { LivenessChallenge, LivenessTurn } from '@touchstone/contract'
import type { NodeProver } from '@touchstone/credential'
import { createSsiWallet } from '@touchstone/credential/holder'
import type { DemoFile } from '@touchstone/demo'
import { makeDocumentPhoto } from '../../test/support/camera/make-document-photo.ts'
import { answerChallenge, prepareAnswers } from '../../test/support/journeys/answer-challenge.ts'
import { createFrameCaller, FailedError, RefusedError } from '../../test/support/journeys/frame-caller.ts'
import { authorizeByCalls, openByCalls, proveByCalls } from '../../test/support/journeys/walk-by-calls.ts'

export type Stages = Readonly<Record<(typeof stageNames)[number], number>>
export const stageNames = [
  'login',
  'document',
  'turn',
  'capture',
  'judged',
  'proof',
  'tokens',
  'all',
] as const

/**
 * Duration of each part of the capture that the page sends, and of the recording after the last challenge
 * step.
 */
const batchMs = 500
const tailMs = 300
/** The time that the person needs to read a notice and open the camera. The service allows eight seconds. */
const noticeMs = 4_000
/** The interval at which the page polls for its turn. */
const turnMs = 2_000
const waitMs = 1_800_000

/**
 * Completes one person's KYC journey with the requests that the page sends. Measures only the time spent
 * waiting for the service, not the work of the person's device.
 */
export async function walkPerson(options: {
  url: string
  demo: DemoFile
  programNo: string
  number: number
  prover: NodeProver
  code(email: string): Promise<string>
  /** Called at the end of each stage, and after a stage has been repeated. */
  onStage?: (name: string) => void
}): Promise<{ stages: Stages; again: string[] }> {
  const { url, demo, programNo, number, prover, onStage } = options
  const caller = createFrameCaller(url, { waitMs })
  const times: Record<string, number> = {}
  let last = performance.now()
  const began = last
  let ownWork = 0
  const again: string[] = []
  const mark = (name: string) => {
    times[name] = (times[name] ?? 0) + performance.now() - last
    onStage?.(name)
    last = performance.now()
  }
  /** Runs work that the person's own device would do, without counting its time. */
  const aside = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const from = performance.now()
    const result = await work()
    last += performance.now() - from
    ownWork += performance.now() - from
    return result
  }
  /** Repeats a step as long as the page asks the person to try again. */
  const persist = async (work: (attempt: number) => Promise<void>): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      try {
        await work(attempt)
        return
      } catch (error) {
        if (error instanceof FailedError && error.step.name === 'failed') {
          again.push(error.step.reason)
          await caller.post('/retry')
        } else if (error instanceof FailedError || isOver(error)) {
          // After six challenges the person has to wait, for example because this machine is too busy to draw
          // the captures in time.
          const step = await caller.look()
          again.push(step.name === 'paused' ? step.reason : 'capture.over')
          if (step.name === 'paused') await pause(Math.max(0, step.until - Date.now()))
        } else throw error
      }
    }
  }

  await prepareAnswers()
  const wallet = await createSsiWallet()
  await openByCalls(caller, { url, demo, programNo })
  const account = `0x${number.toString(16).padStart(40, '1')}`
  await authorizeByCalls(caller, wallet, account)
  const email = `person-${number}@example.com`
  await caller.post('/login/email', { email })
  await caller.post('/login/code', { code: await options.code(email) })
  mark('login')

  const today = new Date().toISOString().slice(0, 10)
  await persist(async (attempt) => {
    const fields = { nationality: 'FRA', issuingState: 'FRA' }
    const seed = `person ${number}, picture ${attempt}`
    const { jpeg } = await aside(() => makeDocumentPhoto({ today, face: 'map-man', seed, fields }))
    const form = new FormData()
    form.append('kind', 'passport')
    form.append('country', 'FRA')
    form.append('picture', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'passport.jpg')
    await caller.post('/document', form)
    await caller.until('document-confirm')
    await caller.post('/document/confirm', { corrections: {} })
    await caller.until('liveness')
    mark('document')
  })

  await persist(async () => {
    const challenge = await waitForTurn()
    mark('turn')
    const film = drawFilm(challenge)
    const beginsAt = performance.now() + noticeMs
    await aside(() => pause(noticeMs))
    for (let next = film(); next; next = film()) {
      const drawing = next
      const batch = await aside(() => drawing)
      const early = (batch.at(-1)?.atMs ?? 0) - (performance.now() - beginsAt)
      if (early > 0) await pause(early)
      const pictures = new FormData()
      pictures.append('challengeId', challenge.id)
      for (const { atMs, bytes } of batch)
        pictures.append('frame', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), String(atMs))
      await caller.post('/liveness/frames', pictures)
      await caller.until('liveness')
    }
    mark('capture')
    for (let left: unknown = 1; left !== 0; )
      left = (await caller.post('/liveness/finish', { challengeId: challenge.id })).left
    await caller.until('prove')
    mark('judged')
  })

  const proof = await aside(() => proveByCalls(caller, prover, wallet))
  await caller.post('/proof', { proof })
  mark('proof')
  await caller.until('consent')
  await caller.post('/consent', { granted: true, account })
  await caller.until('done')
  mark('tokens')
  return { stages: { ...times, all: performance.now() - began - ownWork } as Stages, again }

  async function waitForTurn(): Promise<LivenessChallenge> {
    for (;;) {
      const turn = (await caller.post('/liveness')) as LivenessTurn
      if ('challenge' in turn) return turn.challenge
      await pause(turnMs)
    }
  }
}

/**
 * Draws the parts of a capture in order and returns a function that returns the next part. Draws ahead of the
 * camera, because the service rejects pictures that arrive late, and on a busy machine a part can take longer
 * to draw than it lasts.
 */
function drawFilm(challenge: LivenessChallenge) {
  const endMs = Math.max(...challenge.steps.map(({ toMs }) => toMs)) + tailMs
  const parts: ReturnType<typeof answerChallenge>[] = []
  for (let fromMs = 0; fromMs <= endMs; fromMs += batchMs) {
    const part = { fromMs, untilMs: Math.min(endMs, fromMs + batchMs - 1) }
    const before = parts.at(-1) ?? Promise.resolve()
    parts.push(before.then(() => answerChallenge(challenge, 'obeys', part)))
  }
  // The error of a failed part is thrown when the part is requested, which may never happen.
  for (const part of parts) part.catch(() => undefined)
  return () => parts.shift()
}

/** The capture ended while the page was still sending pictures, or the person has to wait. */
function isOver(error: unknown): boolean {
  return error instanceof RefusedError && ['capture.over', 'step.other'].includes(error.code)
}
