import { toLoginAnswer } from '../link/to-login-answer.ts'
import type { Frame } from '../state/create-frame.ts'

/** Has the account's wallet sign what the server asks for: first the request, then the page, then the answer. */
export function signIn(frame: Frame, account: string, path: { begin: string; answer: string }): void {
  const again = () => signIn(frame, account, path)
  void frame.work('sign', async () => {
    const begun = await frame.post<{ id: string; request: LoginRequest }>(path.begin, { account })
    const { id, request } = begun
    const message = request.message ?? request.payload ?? ''
    const given = await frame.ask('signMessage', { message, account, request }, again)
    if (given === undefined) return
    const answer = await frame.post(path.answer, { id, answer: toLoginAnswer(request, given) })
    frame.show(answer.view)
  })
}

/** What of a request is read here; the page's provider gets all of it. */
type LoginRequest = { family: string; message?: string; payload?: string }
