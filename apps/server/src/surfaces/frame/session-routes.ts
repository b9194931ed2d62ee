import { networkOf } from '@touchstone/common'
import {
  AnswerHandOff,
  Authorize,
  ClaimHandOff,
  ConfirmHandOff,
  DeviceWallet,
  LoginAnswer,
  LoginCode,
  LoginEmail,
  LoginWallet,
  NameAccounts,
  ObjectBySecret,
  OpenSession,
  type Static,
  SwitchChain,
} from '@touchstone/contract'
import {
  answerHandOff,
  authorize,
  cancelHandOff,
  claimHandOff,
  confirmHandOff,
  discardCode,
  nameAccounts,
  objectBySecret,
  offerHandOff,
  openVisit,
  reportLostDevice,
  requestAddressSignature,
  requestCode,
  requestWalletLogin,
  resendCode,
  submitAddressSignature,
  submitCode,
  submitDevice,
  submitWalletLogin,
  switchChain,
  viewOf,
} from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import type { Services } from '../../plugins/services.ts'
import { frameServer } from './serve-frame.ts'

const opensPerSecond = 5

/** Routes that are not part of a journey: opening the page, logging in, and continuing on a phone. */
export function addSessionRoutes(app: FastifyInstance, services: Services): void {
  const serve = frameServer(app, services)

  const open = <Body>(
    path: string,
    schema: object,
    begin: (body: Body & { ip: string }) => ReturnType<typeof openVisit>,
  ): void => {
    app.post(path, { schema: { hide: true, body: schema } }, async (request, reply) => {
      request.trail.operation = `frame${path}`
      const policy = { name: 'frame-open', key: `frame-open:${networkOf(request.ip)}`, limit: opensPerSecond }
      await applyRateLimit(services.limiter, policy, reply)
      const { session, bearer } = await begin({ ...(request.body as Body), ip: request.ip })
      return { session: bearer, view: await viewOf(services.runtime.verification, session) }
    })
  }
  open<OpenSession>('/session', OpenSession, (body) => openVisit(services.runtime.verification, body))
  open<Static<typeof ClaimHandOff>>('/hand-off/claim', ClaimHandOff, (body) =>
    claimHandOff(services.runtime.verification, body),
  )

  app.post('/objection', { schema: { hide: true, body: ObjectBySecret } }, async (request, reply) => {
    request.trail.operation = 'frame/objection'
    const policy = { name: 'frame-open', key: `frame-open:${networkOf(request.ip)}`, limit: opensPerSecond }
    await applyRateLimit(services.limiter, policy, reply)
    await objectBySecret(services.runtime.verification, request.body as Static<typeof ObjectBySecret>)
    return {}
  })

  serve('GET', '/view', undefined, async () => undefined)
  serve<NameAccounts>('POST', '/accounts', NameAccounts, async ({ context, session, body }) => {
    await nameAccounts(context, session, body)
  })
  serve<Authorize>('POST', '/authorize', Authorize, async ({ context, session, body }) => {
    await authorize(context, session, body)
  })
  serve<Static<typeof LoginEmail>>('POST', '/login/email', LoginEmail, async (call) => {
    await requestCode(call.context, call.session, { ...call.body, ip: call.request.ip })
  })
  serve('POST', '/login/resend', undefined, async ({ context, session, request }) => {
    await resendCode(context, session, { ip: request.ip })
  })
  serve<Static<typeof LoginCode>>('POST', '/login/code', LoginCode, async ({ context, session, body }) => {
    await submitCode(context, session, body)
  })
  serve('POST', '/login/back', undefined, async ({ context, session }) => {
    await discardCode(context, session)
  })
  serve<Static<typeof LoginWallet>>('POST', '/login/wallet', LoginWallet, async (call) => {
    return await requestWalletLogin(call.context, call.session, call.body)
  })
  serve<Static<typeof LoginAnswer>>('POST', '/login/answer', LoginAnswer, async (call) => {
    await submitWalletLogin(call.context, call.session, call.body)
  })
  serve<Static<typeof LoginWallet>>('POST', '/check-address', LoginWallet, async (call) => {
    return await requestAddressSignature(call.context, call.session, call.body)
  })
  serve<Static<typeof LoginAnswer>>('POST', '/check-address/answer', LoginAnswer, async (call) => {
    await submitAddressSignature(call.context, call.session, call.body)
  })
  serve<Static<typeof SwitchChain>>('POST', '/chain', SwitchChain, async ({ context, session, body }) => {
    await switchChain(context, session, body)
  })
  serve<DeviceWallet>('POST', '/device', DeviceWallet, async ({ context, session, body }) => {
    await submitDevice(context, session, body)
  })
  serve('POST', '/device/lost', undefined, async ({ context, session }) => {
    await reportLostDevice(context, session)
  })
  serve('POST', '/hand-off', undefined, async ({ context, session }) => {
    return await offerHandOff(context, session)
  })
  serve<Static<typeof ConfirmHandOff>>('POST', '/hand-off/confirm', ConfirmHandOff, async (call) => {
    await confirmHandOff(call.context, call.session, call.body)
  })
  serve<Static<typeof AnswerHandOff>>('POST', '/hand-off/answer', AnswerHandOff, async (call) => {
    await answerHandOff(call.context, call.session, call.body)
  })
  serve('POST', '/hand-off/cancel', undefined, async ({ context, session }) => {
    await cancelHandOff(context, session)
  })
}
