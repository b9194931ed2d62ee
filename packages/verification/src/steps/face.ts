import { decideLiveness, describeEmbedding, fuseLiveFace, versions } from '@touchstone/biometrics'
import { statusesOf } from '@touchstone/kyc'
import { type Captured, faceAgain, runCapture, showCapture } from '../capture/judge-capture.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { CheckResult, Outcome, Step } from '../journey/step.ts'
import { updateVerification } from '../journey/verification-store.ts'
import { canReuse } from '../people/can-reuse.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { sendSoon } from '../people/notify.ts'
import { selectDevice } from '../people/person-file-store.ts'
import { holdToEndings } from '../revocation/hold-to-endings.ts'
import { moveToDevice } from '../revocation/move-to-device.ts'
import type { Session } from '../sessions/session.ts'
import { updateSession } from '../sessions/session-store.ts'

export type FaceInput = { challengeId: string; session: Session }

/**
 * Recovers from the loss of a device: if a live person's face matches the faceprint, the credentials are
 * issued to the current device. No program lists this step; a locked page shows it before the next step.
 */
export const faceStep: Step<FaceInput> = {
  name: 'face',
  check: 'device',
  stage: 'liveness',
  automatic: false,
  needs: () => false,
  show: showCapture,
  run: (context, state, { challengeId, session }) =>
    runCapture(context, state, challengeId, (captured) => judge(context, state, session, captured)),
}

async function judge(
  context: VerificationContext,
  state: JourneyState,
  session: Session,
  { measures, version, evidenceHash, challenge }: Captured,
): Promise<Outcome> {
  const decided = (check: string, passed: boolean, checker: string): CheckResult => ({
    check,
    passed,
    checker,
    evidenceHash,
  })
  const limits = context.checkers.faceLimits()
  const judgement = decideLiveness({ challenge, measures, flashes: 'required', version, limits })
  if (judgement.verdict !== 'live') return faceAgain(judgement.hintCode ?? 'face.not-live')
  const best = judgement.bestFrames.flatMap((index) => measures[index] ?? [])
  const face = fuseLiveFace(best, limits.embeddings)
  const person = faceprintName(context.vault, state.journey.svcId)
  // The comparison uses the model with which the person was enrolled, which can be a previous model.
  const own = await (await context.checkers.gallery()).compare({ person, ...face })
  const model = limits.embeddings.find((each) => each.model === own?.model)
  if (own === undefined || model === undefined || own.distance > model.same)
    return { ...faceAgain('face.other-than-meid'), screen: 'faceprint-mismatch' }
  const device = await selectDevice(
    journeyTablesOf(context),
    state.journey.id,
    session.ssiWallet ?? undefined,
  )
  if (!device) return { kind: 'stay' }
  const move = await moveToDevice(context, state.journey.personId, device, state.merchant.id)
  const isFirst = state.journey.status === statusesOf(state.program).steps[0]
  const reused = state.reused || (isFirst && (await canReuse(context, state)))
  const at = new Date(context.clock.now())
  return {
    kind: 'passed',
    checks: [decided('device', true, `${versions.checker}, ${describeEmbedding(model)}`)],
    also: async (db) => {
      const { personId } = state.journey
      await holdToEndings(context, db, { personId, ...(await move(db)) })
      await updateVerification(db, state.journey.id, { reused }, at)
      await updateSession(db, session.id, { face_again: false })
      await sendSoon(context)
    },
  }
}
