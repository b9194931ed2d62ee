import type { FrameView, PageMethod, PageRequests } from '@touchstone/contract'
import { ApiError } from '../api/api-error.ts'
import { type Answer, type Api, createApi } from '../api/create-api.ts'
import type { ParameterName, Parameters } from '../boot/read-parameters.ts'
import type { Finished, HostLink } from '../link/create-host-link.ts'
import { PageRefusal } from '../link/page-refusal.ts'
import { failureOf } from '../texts/failure-of.ts'
import { createConnection } from './connection.ts'
import type { Store } from './create-store.ts'
import type { FrameState, Refusal, Trouble } from './frame-state.ts'
import { pollDelay } from './poll-delay.ts'
import { createSessionMemory } from './session-memory.ts'

/** Time limit for a v1 page to check the grant and remove the frame. */
const pageRemovesMs = 2000

/** The operations available to screens. */
export type Frame = {
  store: Store<FrameState>
  link: HostLink
  start(): Promise<void>
  /**
   * Makes a call and shows the returned view. If the call is refused, returns undefined and the screen shows
   * the reason.
   */
  act<Extra = object>(
    name: string,
    path: string,
    body?: object | FormData,
  ): Promise<Answer<Extra> | undefined>
  /** Makes a call and shows only connection problems. Throws the server's refusal. */
  post: Api['post']
  /**
   * Sends a request to the hosting page. If the page does not respond, this returns undefined, and
   * a screen explains the problem.
   */
  ask<Method extends PageMethod>(
    method: Method,
    params: PageRequests[Method]['params'],
    again: () => void,
  ): Promise<PageRequests[Method]['data'] | undefined>
  /** Shows why the page's response is missing or unusable, with a retry button. */
  pageRefused(refusal: PageRefusal, again: () => void): void
  show(view: FrameView): void
  /** Reports the result to the hosting page, once. */
  finish(result: Finished): void
  /**
   * Closes the frame. In v1, reports the result first if it has not been reported, because the page removes
   * the frame when it receives the result.
   */
  leave(): void
  /** Runs a task that makes several calls for one button. The screen shows the task's errors. */
  work(name: string, run: () => Promise<void>): Promise<void>
  refresh(): Promise<void>
  /** Starts again with a different account. */
  signInAgain(): Promise<void>
  retryConnection(): void
  /** Shows an error on the current screen, or replaces that screen with a failure screen. */
  showError(error: unknown): void
  /** Loads a chunk and retries while there is no connection. */
  loadWithRetry<Part>(load: () => Promise<Part>): Promise<Part>
  /**
   * Asks the hosting page for its accounts and shows the resulting view. If the page does not name an
   * account, the retry button calls `again`.
   */
  nameAccounts(again: () => void): Promise<void>
  /**
   * Like `nameAccounts`, but shows no screen. If the page does not respond, returns undefined and keeps the
   * agreed account.
   */
  reportAccounts(): Promise<FrameView | undefined>
  switchChain(chainId: string): Promise<void>
  claimHandOff(code: string): Promise<void>
}

export function createFrame(options: {
  store: Store<FrameState>
  link: HostLink
  parameters: Parameters | undefined
  memoryKey: string
}): Frame {
  const { store, link, parameters } = options
  const memory = createSessionMemory(options.memoryKey)
  const accounts = createSessionMemory(`${options.memoryKey} account`)
  const connection = createConnection({
    onLost: () => store.set({ connectionLost: true }),
    onBack: () => store.set({ connectionLost: false }),
  })
  const api = createApi({ bearer: memory.get, connection })
  let urlToken = parameters?.accessToken
  let chainId = parameters?.chainId ?? ''
  let poll: ReturnType<typeof setTimeout> | undefined
  let reported = ''
  let calls = 0
  let finished: { name: string; at: number } | undefined

  function show(view: FrameView): void {
    const before = store.get().view
    if (before === undefined) link.ready()
    if (before?.version !== view.version) store.set({ view })
    if (view.handOff === undefined && store.get().handOffUrl !== undefined)
      store.set({ handOffUrl: undefined })
    const name = `${view.stage} ${view.step.name}`
    if (reported !== name) {
      reported = name
      link.step(view.stage, view.stages.indexOf(view.stage) + 1, view.stages.length)
      if (view.step.name === 'failed' || view.step.name === 'paused')
        link.problem(view.step.reason, failureOf(store.get().texts, view.step.screen, view.step.reason).title)
    }
    planPoll()
  }

  function planPoll(): void {
    clearTimeout(poll)
    const { view } = store.get()
    const delay = view && pollDelay(view)
    if (delay === undefined) return
    const madeBefore = calls
    poll = setTimeout(() => {
      api
        .get('/view')
        // A response is stale if another call was started after this one.
        .then(({ view: fresh }) => (madeBefore === calls ? show(fresh) : planPoll()))
        .catch((error) => {
          if (!refused(error)) planPoll()
        })
    }, delay)
  }

  /**
   * Handles refusals that can occur on any call. Returns false if the calling screen must handle the refusal.
   */
  function refused(error: unknown): boolean {
    if (!(error instanceof ApiError)) {
      store.set({ trouble: { screen: 'unknown', reason: 'system', again: clearAndRefresh } })
      return true
    }
    if (error.view !== undefined) show(error.view)
    if (error.code === 'step.other') return true
    if (error.code === 'session.unknown') {
      memory.set(undefined)
      void (parameters === undefined
        ? store.set({ trouble: { screen: 'token-expired', reason: 'phone.link-used' } })
        : openSession())
      return true
    }
    // During the journey, a parameter error refers to an input on the screen and not to the page's address.
    if (error.code.startsWith('parameter.')) return false
    const trouble = troubleOf(error.code, clearAndRefresh)
    if (trouble === undefined) return false
    store.set({ trouble })
    link.problem(error.code, failureOf(store.get().texts, trouble.screen, error.code).title)
    return true
  }

  function clearAndRefresh(): void {
    store.set({ trouble: undefined })
    void refresh()
  }

  async function refresh(): Promise<void> {
    try {
      show((await api.get('/view')).view)
    } catch (error) {
      if (!refused(error) && error instanceof ApiError)
        store.set({ trouble: { screen: 'unknown', reason: error.code, again: clearAndRefresh } })
    }
  }

  async function openSession(tokenWasRefused = false): Promise<void> {
    if (parameters === undefined) return
    const again = () => {
      store.set({ trouble: undefined })
      void openSession()
    }
    let accessToken = urlToken
    urlToken = undefined
    const nobodyToAsk = window.parent === window
    if (accessToken === undefined && tokenWasRefused && nobodyToAsk)
      return store.set({ trouble: { screen: 'token-expired', reason: 'token.expired' } })
    accessToken ??= await frame.ask('getAccessToken', undefined, again)
    if (accessToken === undefined) return
    try {
      const { appId, programNo, lv, origin, checkAddress, theme } = parameters
      const { session, view } = await api.post<{ session: string }>('/session', {
        accessToken,
        appId,
        ...(programNo === undefined ? {} : { programNo }),
        lv,
        chainId,
        origin,
        checkAddress,
        theme,
        locale: store.get().locale,
      })
      memory.set(session)
      show(view)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'system'
      if (code.startsWith('token.') && !tokenWasRefused) return openSession(true)
      const trouble = troubleOf(code, again) ?? { screen: 'unknown' as const, reason: code, again }
      store.set({ trouble })
      link.problem(code, failureOf(store.get().texts, trouble.screen, code).title)
    }
  }

  /** Another person may have signed in to the hosting page. Do not give this person the previous session. */
  async function isSamePerson(): Promise<boolean> {
    const noted = accounts.get()
    if (noted === undefined) return true
    const reported = await link.ask('getUserAccounts', undefined).catch(() => undefined)
    return reported === undefined || reported[0] === noted
  }

  async function postAccounts(named: string[]): Promise<FrameView> {
    // Set before the call, because the page can be closed during it and the session must not pass to the next
    // person.
    accounts.set(named[0])
    calls++
    return (await api.post('/accounts', { accounts: named })).view
  }

  /** Shows a refusal on the current screen, unless it affects the whole frame. */
  function showRefusal(error: unknown): void {
    const ofDevice = error instanceof Error && 'code' in error && 'remedy' in error
    if (!(ofDevice && !(error instanceof ApiError)) && refused(error)) return
    const { code, message, remedy } = error as unknown as Refusal
    store.set({ refusal: { code, message, remedy } })
  }

  const frame: Frame = {
    store,
    link,
    show,
    async start() {
      if (memory.get() !== undefined && (await isSamePerson())) {
        await refresh()
        // A v1 widget reloads the frame when the chain of the widget changes.
        if (chainId !== '') await frame.switchChain(chainId)
      } else {
        memory.set(undefined)
        await openSession()
      }
    },
    async act(name, path, body = {}) {
      if (store.get().busy !== undefined) return undefined
      calls++
      store.set({ busy: name, refusal: undefined })
      try {
        const answer = await api.post<Record<string, never>>(path, body)
        show(answer.view)
        return answer as never
      } catch (error) {
        showRefusal(error)
        return undefined
      } finally {
        store.set({ busy: undefined })
      }
    },
    post: async (path, body) => {
      calls++
      return api.post(path, body)
    },
    async ask(method, params, again) {
      try {
        return await link.ask(method, params)
      } catch (error) {
        if (!(error instanceof PageRefusal)) throw error
        frame.pageRefused(error, again)
        return undefined
      }
    },
    pageRefused({ method, reason, said }, again) {
      const trouble = { screen: 'page-refused' as const, reason: `${method}.${reason}`, said }
      const retry = () => {
        store.set({ trouble: undefined })
        again()
      }
      store.set({ trouble: { ...trouble, again: retry } })
      link.problem(`page.${reason}`, store.get().texts.failures['page-refused'].title)
    },
    finish(result) {
      const name = `${result.programNo} ${result.verifiedAddress}`
      if (finished?.name === name) return
      finished = { name, at: performance.now() }
      link.finished(result)
    },
    leave() {
      const step = store.get().view?.step
      if (link.version() === 2 || step?.name !== 'done') return link.close()
      const before = finished?.at
      frame.finish(step.finished)
      // The page should have removed the frame by now. Close the frame if the page has not removed it.
      if (before !== undefined && performance.now() - before > pageRemovesMs) link.close()
    },
    async work(name, run) {
      if (store.get().busy !== undefined) return
      store.set({ busy: name, refusal: undefined })
      try {
        await run()
      } catch (error) {
        showRefusal(error)
      } finally {
        store.set({ busy: undefined })
      }
    },
    refresh,
    async signInAgain() {
      memory.set(undefined)
      accounts.set(undefined)
      await openSession()
    },
    retryConnection: () => connection.retryNow(),
    showError: showRefusal,
    async loadWithRetry(load) {
      for (let attempt = 0; ; attempt++) {
        try {
          const part = await load()
          if (attempt > 0) connection.back()
          return part
        } catch {
          await connection.lost(attempt)
        }
      }
    },
    async nameAccounts(again) {
      const named = await frame.ask('getUserAccounts', undefined, again)
      if (named !== undefined) show(await postAccounts(named))
    },
    async reportAccounts() {
      const named = await link.ask('getUserAccounts', undefined).catch(() => undefined)
      return named && (await postAccounts(named))
    },
    async switchChain(requested) {
      chainId = requested
      const { view } = store.get()
      if (view === undefined || view.chainId === requested) return
      calls++
      try {
        const { view: switched } = await api.post('/chain', { chainId: requested })
        // The page may use a different account on another chain.
        const isAsked = switched.step.name === 'authorize'
        show((isAsked ? await frame.reportAccounts() : undefined) ?? switched)
      } catch (error) {
        showRefusal(error)
      }
    },
    async claimHandOff(code) {
      if (code === '') return frame.start()
      memory.set(undefined)
      try {
        const { session, view } = await api.post<{ session: string }>('/hand-off/claim', { code })
        memory.set(session)
        show(view)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        store.set({ trouble: { screen: 'token-expired', reason: 'phone.link-used' } })
      }
    },
  }
  return frame
}

/** Returns the failure screen for a refusal that no step can handle. */
function troubleOf(code: string, again: () => void): Trouble | undefined {
  const parameter = /^parameter\.(\w+)$/.exec(code)?.[1] as ParameterName | undefined
  if (parameter !== undefined) return { screen: 'wrong-parameter', reason: parameter }
  if (code.startsWith('token.')) return { screen: 'token-expired', reason: code, again }
  if (code === 'program.inactive' || code === 'program.unknown')
    return { screen: 'program-not-active', reason: code }
  if (code === 'program.unavailable') return { screen: 'program-unavailable', reason: code, again }
  if (code === 'domain.not-allowed') return { screen: 'domain-not-allowed', reason: code }
  if (code === 'system') return { screen: 'unknown', reason: code, again }
  return undefined
}
