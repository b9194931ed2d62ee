import type { SigningRequest, V1SigningRequest } from '@touchstone/contract'
import { PageRefusal } from '../link/page-refusal.ts'
import { toLoginAnswer } from '../link/to-login-answer.ts'
import type { Frame } from '../state/create-frame.ts'

/** Gets the sign-in request from the server, has the account's wallet sign it, and submits the signature. */
export function signIn(frame: Frame, account: string, path: { begin: string; answer: string }): void {
  const again = () => signIn(frame, account, path)
  void frame.work('sign', async () => {
    const begun = await frame.post<{ id: string; request: LoginRequest }>(path.begin, { account })
    const { id, request } = begun
    const question = signingQuestion(frame.link.dialect, account, request)
    const given = await frame.ask('signMessage', question, again)
    if (given === undefined) return
    const answer = toLoginAnswer(request, given)
    if (answer === undefined) return frame.pageRefused(new PageRefusal('signMessage', 'shape'), again)
    const { view } = await frame.post(path.answer, { id, answer })
    frame.show(view)
  })
}

/** The fields of the server's request that this module uses. Our own widget receives the full request. */
type LoginRequest = { family: string; message?: string; payload?: string; nonce?: string }

/**
 * Returns the signature request for the hosting page. The published client (v1) passes a string to
 * `signMessage` (on Solana, the string's bytes to `signSolanaMessage`) and any other value to
 * `signAptosMessage`. Therefore, only Aptos requests are sent as objects.
 */
export function signingQuestion(
  dialect: 1 | 2,
  account: string,
  request: LoginRequest,
): SigningRequest | V1SigningRequest {
  const message = request.message ?? request.payload ?? ''
  if (dialect === 2) return { message, account, request }
  return request.family === 'aptos' ? { message, nonce: request.nonce ?? '' } : message
}
