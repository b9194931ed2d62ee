import '../../../packages/design/styles/fonts.css'
import './styles/frame.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { missingFeatures } from './boot/missing-features.ts'
import { pickLocale } from './boot/pick-locale.ts'
import {
  chainOf,
  type Locale,
  type Parameters,
  type ReadParameters,
  readParameters,
} from './boot/read-parameters.ts'
import { coloursOf, showColours } from './boot/theme.ts'
import { createHostLink, type HostLink } from './link/create-host-link.ts'
import { type StatementMessage, statementChannel } from './link/listen-for-statement.ts'
import { PageRefusal } from './link/page-refusal.ts'
import { Screen } from './parts/screen.tsx'
import { Top } from './parts/top.tsx'
import { createFrame, type Frame } from './state/create-frame.ts'
import { createStore } from './state/create-store.ts'
import type { FrameState, Trouble } from './state/frame-state.ts'
import { hasEnded } from './state/has-ended.ts'
import { FrameContext, useFrame } from './state/use-frame.ts'
import { loadTexts } from './texts/load-texts.ts'

const place = location.pathname.replace(/\/+$/, '')
const search = new URLSearchParams(location.search)
const openers: Record<string, () => Promise<void>> = {
  '/phone': openPhone,
  '/provider-return': openReturn,
  '/objection': openObjection,
}
await (openers[place] ?? openFrame)()

async function openFrame(): Promise<void> {
  const read = readParameters(location.search)
  hideToken()
  const parameters = read.ok ? read.parameters : undefined
  const store = await makeStore(parameters, read.ok ? read.parameters.locale : read.locale)
  const link = parameters === undefined ? noHostLink() : linkOf(parameters, store, () => frame)
  const frame = createFrame({
    store,
    link,
    parameters,
    memoryKey: `touchstone-session ${search.get('appId')} ${search.get('programNo') ?? ''} ${search.get('lv')}`,
  })
  const lacking = missingFeatures(globalThis)
  const trouble = troubleAtStart(read, lacking)
  if (trouble !== undefined) store.set({ trouble })
  await draw(frame, <App embedded={window.parent !== window} />)
  await link.begin()
  if (trouble === undefined) await frame.start()
  else link.problem(trouble.screen, store.get().texts.failures[trouble.screen].title)
}

async function openPhone(): Promise<void> {
  const code = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  const store = await makeStore(undefined, undefined)
  const frame = createFrame({
    store,
    link: noHostLink(),
    parameters: undefined,
    memoryKey: 'touchstone-phone',
  })
  const lacking = missingFeatures(globalThis)
  if (lacking.length > 0) store.set({ trouble: { screen: 'unsupported-browser', reason: lacking.join(' ') } })
  await draw(frame, <App embedded={false} />)
  if (lacking.length === 0) await frame.claimHandOff(code)
}

async function openObjection(): Promise<void> {
  const secret = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  const store = await makeStore(undefined, undefined)
  const { ObjectionScreen } = await import('./screens/objection.tsx')
  const frame = createFrame({
    store,
    link: noHostLink(),
    parameters: undefined,
    memoryKey: 'touchstone-objection',
  })
  await draw(
    frame,
    <div className="frame">
      <header>
        <Top onClose={undefined} />
      </header>
      <ObjectionScreen secret={secret} />
    </div>,
  )
}

async function openReturn(): Promise<void> {
  const isPassedOn = passOnStatement()
  const store = await makeStore(undefined, undefined)
  const frame = createFrame({
    store,
    link: noHostLink(),
    parameters: undefined,
    memoryKey: 'touchstone-return',
  })
  await draw(
    frame,
    <div className="frame">
      <header>
        <Top onClose={undefined} />
      </header>
      <ProviderReturnScreen isPassedOn={isPassedOn} />
    </div>,
  )
}

async function makeStore(parameters: Parameters | undefined, requested: Locale | undefined) {
  const locale = pickLocale(requested, navigator.languages)
  const store = createStore<FrameState>({
    locale,
    texts: await loadTexts(locale),
    view: undefined,
    busy: undefined,
    refusal: undefined,
    trouble: undefined,
    connectionLost: false,
    dialog: undefined,
    closingAsked: false,
    leavesIn: undefined,
    handOffUrl: undefined,
    colours: undefined,
  })
  const { language } = store.get().texts
  document.documentElement.lang = language
  const colour = () =>
    showColours(coloursOf(parameters, store.get().view?.program.theme, store.get().colours))
  colour()
  store.subscribe(colour)
  return store
}

function linkOf(
  parameters: Parameters,
  store: ReturnType<typeof createStore<FrameState>>,
  frame: () => Frame,
): HostLink {
  const link = createHostLink(parameters, window, {
    onColours: (colours) => store.set({ colours }),
    onChain: (text) => {
      const chainId = chainOf(text)
      if (chainId !== undefined) void frame().switchChain(chainId)
    },
    onClosing: () => {
      if (hasEnded(store.get())) link.answerClosing(true)
      else store.set({ dialog: 'closing', closingAsked: true })
    },
  })
  return link
}

function troubleAtStart(read: ReadParameters, lacking: string[]): Trouble | undefined {
  if (lacking.length > 0) return { screen: 'unsupported-browser', reason: lacking.join(' ') }
  return read.ok ? undefined : { screen: 'wrong-parameter', reason: read.parameter }
}

/** Removes the token from the address, so that it does not remain in the history or in copied links. */
function hideToken(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('accessToken')) return
  address.searchParams.delete('accessToken')
  history.replaceState(null, '', address)
}

/** Resolves when the first screen has been drawn. */
function draw(frame: Frame, content: ReactNode): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root element')
  createRoot(root).render(<FrameContext value={frame}>{content}</FrameContext>)
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
}

/** Renders the page to which a provider's window returns. */
function ProviderReturnScreen({ isPassedOn }: { isPassedOn: boolean }) {
  const { providerReturn } = useFrame().texts
  return isPassedOn ? (
    <Screen title={providerReturn.title} why={providerReturn.why} icon="check" tone="passed" />
  ) : (
    <Screen title={providerReturn.missingTitle} why={providerReturn.missing} icon="alert" tone="failed" />
  )
}

/** Removes the statement from the address and passes it to the waiting page. Returns false if there is none. */
function passOnStatement(): boolean {
  const statement = new URLSearchParams(location.hash.slice(1)).get('statement')
  history.replaceState(null, '', location.pathname)
  if (statement === null || statement === '') return false
  const message: StatementMessage = { event: 'touchstone-statement', statement }
  const channel = new BroadcastChannel(statementChannel)
  channel.postMessage(message)
  window.opener?.postMessage(message, location.origin)
  setTimeout(() => window.close(), 300)
  return true
}

/**
 * Returns a substitute for the link, used when a step continues on a phone, where no page embeds the frame.
 */
function noHostLink(): HostLink {
  const nothing = () => {}
  return {
    begin: async () => 1,
    version: () => 1,
    dialect: 1,
    can: () => true,
    signsFor: () => true,
    ask: (method) => Promise.reject(new PageRefusal(method, 'alone')),
    finished: nothing,
    close: nothing,
    ready: nothing,
    step: nothing,
    problem: nothing,
    answerClosing: nothing,
  }
}
