import type { FrameStep, FrameView } from '@touchstone/contract'

/** Calls the server in the same way as the verification page. */
export type FrameCaller = {
  view(): FrameView
  step(): FrameStep
  post(path: string, body?: object | FormData): Promise<Record<string, unknown>>
  look(): Promise<FrameStep>
  /** Polls like the page until the journey reaches one of these steps, and returns that step. */
  until(...names: FrameStep['name'][]): Promise<FrameStep>
}

/** Thrown if the server rejects a call. */
export class RefusedError extends Error {
  readonly code: string

  constructor(call: string, http: number, error: unknown) {
    super(`${call}: ${http} ${JSON.stringify(error)}`)
    this.code = (error as { code?: string } | undefined)?.code ?? ''
  }
}

/** Thrown if the journey shows a failure screen. */
export class FailedError extends Error {
  readonly step: FrameStep

  constructor(step: Extract<FrameStep, { screen: unknown }>) {
    super(`the journey failed: ${step.screen} ${step.reason}`)
    this.step = step
  }
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
      if (!response.ok) throw new RefusedError(`${method} ${path}`, response.status, answer.error)
      return answer
    }
  }
  const view = () => {
    if (!current) throw new Error('no call has been made yet')
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
        if (step.name === 'failed' || step.name === 'paused') throw new FailedError(step)
        if (performance.now() > end) throw new Error(`the journey stays at ${step.name}`)
        await new Promise((resolve) => setTimeout(resolve, pollMs))
        await look()
      }
    },
  }
}
