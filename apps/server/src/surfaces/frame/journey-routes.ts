import {
  ApprovalSent,
  BeginStatement,
  ChooseColours,
  ChooseOutcome,
  ConfirmDocument,
  Consent,
  DecideRequest,
  FinishLiveness,
  type LivenessFrames,
  ReviewDocument,
  ReviewReserved,
  type Static,
  SubmitLocation,
  SubmitProof,
  SubmitStatement,
} from '@touchstone/contract'
import {
  approvalFees,
  approvalSent,
  beginStatement,
  cameraRateFor,
  chooseColours,
  chooseOutcome,
  confirmDocument,
  consent,
  decideRequest,
  finishLiveness,
  forgetPerson,
  requireDevice,
  retakeDocument,
  retryJourney,
  reviewDocument,
  reviewReserved,
  startLiveness,
  submitAddressProof,
  submitDocument,
  submitFrames,
  submitLocation,
  submitProof,
  submitStatement,
  withdraw,
} from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { frameServer } from './serve-frame.ts'
import { withUpload } from './upload.ts'
import { createUploadGate } from './upload-gate.ts'
import {
  addressLimits,
  addressProofOf,
  documentLimits,
  documentOf,
  framesLimits,
  framesOf,
  gateLimits,
} from './uploads.ts'

/** Routes for a journey that has started. */
export function addJourneyRoutes(app: FastifyInstance, services: Services): void {
  const serve = frameServer(app, services)
  const gate = createUploadGate(gateLimits)

  serve('POST', '/document', undefined, async ({ context, session, request }) => {
    await requireDevice(context, session, 'both')
    await withUpload({ gate, request, session: session.id }, documentLimits, (upload) =>
      submitDocument(context, session, documentOf(upload)),
    )
  })
  serve<Static<typeof ChooseOutcome>>('POST', '/test', ChooseOutcome, async (call) => {
    const loaded = await requireDevice(call.context, call.session, 'own')
    await chooseOutcome(call.context, call.session, call.body, loaded)
  })
  serve('POST', '/test/specimen', undefined, async ({ context, session, request }) => {
    await requireDevice(context, session, 'own')
    await withUpload({ gate, request, session: session.id }, addressLimits, (upload) =>
      chooseOutcome(context, session, { pictures: [addressProofOf(upload).file] }),
    )
  })
  serve<ConfirmDocument>('POST', '/document/confirm', ConfirmDocument, async ({ context, session, body }) => {
    const loaded = await requireDevice(context, session, 'both')
    await confirmDocument(context, session, body.corrections, loaded)
  })
  serve('POST', '/document/retake', undefined, async ({ context, session }) => {
    const loaded = await requireDevice(context, session, 'both')
    await retakeDocument(context, session, undefined, loaded)
  })
  serve<Static<typeof ReviewDocument>>('POST', '/document/review', ReviewDocument, async (call) => {
    const loaded = await requireDevice(call.context, call.session, 'both')
    await reviewDocument(call.context, call.session, call.body, loaded)
  })
  serve('POST', '/liveness', undefined, async ({ context, session }) => {
    await requireDevice(context, session, 'face')
    return await startLiveness(context, session)
  })
  serve<Static<typeof ChooseColours>>('POST', '/liveness/colours', ChooseColours, async (call) => {
    const loaded = await requireDevice(call.context, call.session, 'both')
    await chooseColours(call.context, call.session, call.body, loaded)
  })
  serve<Static<typeof ReviewReserved>>('POST', '/liveness/review', ReviewReserved, async (call) => {
    const loaded = await requireDevice(call.context, call.session, 'both')
    await reviewReserved(call.context, call.session, call.body, loaded)
  })
  serve('POST', '/liveness/frames', undefined, async ({ context, session, request }) => {
    await requireDevice(context, session, 'face')
    const to = { gate, request, session: session.id, clock: context.clock }
    await withUpload(to, framesLimits, async (upload, hold) => {
      const { measured } = await submitFrames(context, session, framesOf(upload))
      hold(measured)
    })
    return { framesPerSecond: cameraRateFor(context) } satisfies LivenessFrames
  })
  serve<Static<typeof FinishLiveness>>('POST', '/liveness/finish', FinishLiveness, async (call) => {
    await requireDevice(call.context, call.session, 'face')
    return await finishLiveness(call.context, call.session, call.body)
  })
  serve<SubmitLocation>('POST', '/location', SubmitLocation, async ({ context, session, body }) => {
    const loaded = await requireDevice(context, session, 'both')
    await submitLocation(context, session, body, loaded)
  })
  serve('POST', '/address', undefined, async ({ context, session, request }) => {
    await requireDevice(context, session, 'both')
    await withUpload({ gate, request, session: session.id }, addressLimits, (upload) =>
      submitAddressProof(context, session, addressProofOf(upload)),
    )
  })
  serve('POST', '/retry', undefined, async ({ context, session }) => {
    await requireDevice(context, session, 'face')
    await retryJourney(context, session)
  })

  serve<Static<typeof BeginStatement>>('POST', '/investor', BeginStatement, async (call) => {
    await requireDevice(call.context, call.session, 'own')
    return await beginStatement(call.context, call.session, call.body)
  })
  serve<Static<typeof SubmitStatement>>('POST', '/investor/statement', SubmitStatement, async (call) => {
    const loaded = await requireDevice(call.context, call.session, 'own')
    await submitStatement(call.context, call.session, call.body, loaded)
  })
  serve<Static<typeof SubmitProof>>('POST', '/proof', SubmitProof, async ({ context, session, body }) => {
    const loaded = await requireDevice(context, session, 'own')
    await submitProof(context, session, body, loaded)
  })
  serve<Static<typeof ApprovalSent>>(
    'POST',
    '/approval',
    ApprovalSent,
    async ({ context, session, body }) => {
      const loaded = await requireDevice(context, session, 'own')
      await approvalSent(context, session, body, loaded)
    },
  )
  serve('POST', '/approval/fees', undefined, async ({ context, session }) => {
    await requireDevice(context, session, 'own')
    return await approvalFees(context, session)
  })
  serve<Consent>('POST', '/consent', Consent, async ({ context, session, body }) => {
    const loaded = await requireDevice(context, session, 'own')
    await consent(context, session, body, loaded)
  })
  serve('POST', '/withdraw', undefined, async ({ context, session }) => {
    await requireDevice(context, session, 'even-locked')
    await withdraw(context, session)
  })
  serve('POST', '/forget', undefined, async ({ context, session }) => {
    await requireDevice(context, session, 'even-locked')
    await forgetPerson(context, session)
  })
  serve<Static<typeof DecideRequest>>(
    'POST',
    '/request',
    DecideRequest,
    async ({ context, session, body }) => {
      await requireDevice(context, session, 'even-locked')
      await decideRequest(context, session, body)
    },
  )
}
