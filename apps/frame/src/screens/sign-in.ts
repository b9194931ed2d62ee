import { PageRefusal } from '../link/page-refusal.ts'
import { type LoginRequest, signingQuestion } from '../link/signing-question.ts'
import { toLoginAnswer } from '../link/to-login-answer.ts'
import type { Frame } from '../state/create-frame.ts'

/** Has the account's wallet sign what the server asks for: first the request, then the page, then the answer. */
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
