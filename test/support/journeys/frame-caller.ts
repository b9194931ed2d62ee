import type { FrameStep, FrameView } from '@touchstone/contract'

/** Talks to the server as the verification page does. */
export type FrameCaller = {
  view(): FrameView
  step(): FrameStep
  post(path: string, body?: object | FormData): Promise<Record<string, unknown>>
  look(): Promise<FrameStep>
  /** Polls, as the page does, until the step is one of these. */
  until(...names: FrameStep['name'][]): Promise<FrameStep>
}

const pollMs = 250

export function createFrameCaller(
  at: string | (() => string),
  limits: { waitMs?: number } = {},
): FrameCaller {
  const { waitMs = 120_000 } = limits
  let bearer = ''
  let current: FrameView | undefined
  const call = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    for (;;) {
      const url = typeof at === 'string' ? at : at()
      const response = await fetch(`${url}/frame/api${path}`, {
        method,
        headers: {
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Record<string, unknown> & {
        view?: FrameView
        session?: string
      }
      if (response.status === 429 || response.status === 503) {
        await new Promise((resolve) => setTimeout(resolve, 1000))
        continue
      }
      if (answer.session) bearer = answer.session
      if (answer.view) current = answer.view
      if (!response.ok)
        throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer.error)}`)
      return answer
    }
  }
  const view = () => {
    if (!current) throw new Error('nothing was asked yet')
    return current
  }
  const look = async () => {
    await call('GET', '/view')
    return view().step
  }
  return {
    view,
    step: () => view().step,
    post: (path, body = {}) => call('POST', path, body),
    look,
    async until(...names) {
      const end = performance.now() + waitMs
      for (;;) {
        const { step } = view()
        if (names.includes(step.name)) return step
        if (step.name === 'failed' || step.name === 'paused')
          throw new Error(`the journey failed: ${step.screen} ${step.reason}`)
        if (performance.now() > end) throw new Error(`the journey stays at ${step.name}`)
        await new Promise((resolve) => setTimeout(resolve, pollMs))
        await look()
      }
    },
  }
}
