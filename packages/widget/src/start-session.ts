import type { PageMessage } from '@touchstone/contract'
import { answerQuestion, methodsOf } from './channel/answer-question.ts'
import { asOwnQuestion } from './channel/as-own-question.ts'
import { type Channel, type Heard, openChannel } from './channel/open-channel.ts'
import type { FrameQuestion } from './channel/read-frame-message.ts'
import { followSystemColour } from './follow-system-colour.ts'
import { frameAddress } from './frame-address.ts'
import { GrantError } from './grant/ask-grant.ts'
import { checkGrant } from './grant/check-grant.ts'
import type { Listeners } from './listeners.ts'
import { drawPanel } from './panel/draw-panel.ts'
import { findContainer } from './panel/find-container.ts'
import { keepFocus } from './panel/keep-focus.ts'
import type { Settings } from './settings.ts'
import { words } from './words.ts'

export type Session = {
  show(): void
  hide(): void
  chainChanged(): void
  end(): void
}

/** How long a frame may say nothing: until its document has loaded, and from then on. */
const silenceMs = { beforeLoad: 20_000, afterLoad: 8_000 }

/** The widget from its first launch to its end. Every callback of the page may end it: nothing is touched after one. */
export function startSession(input: {
  settings: Settings
  chainId(): string
  tell: Listeners['tell']
}): Session {
  const { settings, tell } = input
  const locale = settings.locale ?? 'en'
  const ended = new AbortController()
  let channel: Channel | undefined
  let isReady = false
  let releaseFocus: (() => void) | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let questions = 0
  let closingAsked = false
  let accounts: string[] = []
  let spareToken = settings.speaksV2 ? settings.accessToken : undefined
  /** The account whose grant is being asked for or was told. */
  let grantOf: string | undefined
  /** What the frame believes, from its address or from a message. */
  let known = { chainId: '', colour: '' }
  let isListening = false

  const colours = followSystemColour(catchUp)
  const panel = drawPanel({
    appName: settings.appName,
    theme: settings.theme,
    language: locale === 'en' ? 'en' : 'zh-HK',
    words: words[locale],
    inPage: settings.rootContainer !== undefined,
    onClose: closeByUser,
    onRetry: load,
  })

  function load() {
    channel?.close()
    isReady = false
    isListening = false
    closingAsked = false
    grantOf = undefined
    panel.show('loading')
    const channelId = createChannelId()
    known = { chainId: input.chainId(), colour: colours.current() }
    const frame = panel.load(
      frameAddress({
        settings,
        chainId: known.chainId,
        channelId,
        origin: window.location.origin,
        systemColour: colours.current(),
      }),
    )
    channel = openChannel({
      frame,
      origin: settings.frameOrigin,
      channelId,
      speaksV2: settings.speaksV2,
      methods: methodsOf(settings.provider),
      onMessage,
      onQuestion,
      onListening() {
        isListening = true
        catchUp()
      },
    })
    waitFor(silenceMs.beforeLoad)
    frame.addEventListener('load', () => waitFor(silenceMs.afterLoad))
    if (releaseFocus) panel.root.focus()
  }

  function waitFor(ms: number) {
    clearTimeout(patience)
    if (isReady) return
    patience = setTimeout(() => {
      panel.show('silent')
      tell('error', { code: 'frame.silent', text: `No answer from ${settings.frameOrigin}` })
    }, ms)
  }

  function becomeReady() {
    clearTimeout(patience)
    if (isReady) return
    isReady = true
    panel.show('ready')
    if (releaseFocus && panel.root.contains(document.activeElement ?? panel.root)) panel.stops()[0]?.focus()
    if (getComputedStyle(panel.root).getPropertyValue('--svc-widget-style').trim() !== 'here') {
      const text = "The widget's stylesheet is missing: import '@touchstone/widget/style.css'"
      tell('error', { code: 'style.missing', text })
    }
    tell('ready')
  }

  /** Tells the frame what has changed since it was told last. */
  function catchUp() {
    if (!isListening) return
    const colour = colours.current()
    const chainId = input.chainId()
    if (settings.theme === 'auto' && colour !== known.colour) {
      channel?.send({ event: 'colorChanged', data: colour })
    }
    if (chainId !== known.chainId) channel?.send({ event: 'chainChanged', data: chainId })
    known = { colour, chainId }
  }

  function onMessage(message: Heard) {
    if (message.event === 'ready') becomeReady()
    else if (message.event === 'finished') {
      // In v1 this is the frame's last word: the person has left it.
      if (channel?.version() === 1) hide()
      finish(message.verifiedAddress, message.programNo)
    } else if (message.event === 'step') tell('step', pick(message, 'name', 'index', 'of'))
    else if (message.event === 'error') tell('error', pick(message, 'code', 'text'))
    else if (message.event === 'close') closeByUser()
    else if (closingAsked) {
      closingAsked = false
      if (message.close) closeByUser()
    }
  }

  async function onQuestion(question: FrameQuestion): Promise<PageMessage> {
    if (question.method === 'getAccessToken' && spareToken) {
      const data = spareToken
      spareToken = undefined
      return { id: question.id, message: 'ok', data }
    }
    questions += 1
    const answer = await answerQuestion(settings.provider, asOwnQuestion(question, accounts[0] ?? ''))
    questions -= 1
    if (!('data' in answer)) tell('error', { code: `provider.${question.method}`, text: answer.message })
    else if (question.method === 'getUserAccounts') accounts = answer.data as string[]
    return answer
  }

  async function finish(verifiedAddress: string, programNo: string) {
    const associatedAccount = verifiedAddress.toLowerCase()
    if (grantOf === associatedAccount) return
    grantOf = associatedAccount
    const { lv, apiEndpoint, appId } = settings
    // On some chains the case of an address matters: the service is asked with the spelling that the page gave.
    const spelled = accounts.find((account) => account.toLowerCase() === associatedAccount)
    try {
      const isGrant = await checkGrant({
        lv,
        apiEndpoint,
        appId,
        userAccount: spelled ?? verifiedAddress,
        programNo: settings.programNo ?? (programNo || undefined),
        signal: ended.signal,
      })
      if (!isGrant)
        throw new GrantError('grant.missing', 'The frame says it is done; the service has no grant')
      tell(lv === 'MeID' ? 'meidFinished' : 'kycFinished', { isGrant, associatedAccount })
    } catch (error) {
      grantOf = undefined
      const { code = 'unknown', message } = error as { code?: string; message: string }
      if (!ended.signal.aborted) tell('error', { code, text: message })
    }
  }

  /** v2 lets the person decide in the frame; a frame that leaves the question open is closed by a second Escape. */
  function onEscape() {
    if (!isReady || channel?.version() !== 2 || closingAsked) return closeByUser()
    closingAsked = true
    channel.send({ event: 'closing' })
    panel.stops()[0]?.focus()
  }

  function closeByUser() {
    if (!releaseFocus) return
    hide()
    tell('close')
  }

  function hide() {
    if (!releaseFocus) return
    closingAsked = false
    releaseFocus()
    releaseFocus = undefined
    panel.root.hidden = true
    document.documentElement.classList.remove('svc-widget-open')
  }

  return {
    show() {
      const isNew = !panel.root.isConnected
      if (isNew) findContainer(settings.rootContainer).append(panel.root)
      panel.root.hidden = false
      const isDialog = settings.rootContainer === undefined
      document.documentElement.classList.toggle('svc-widget-open', isDialog)
      releaseFocus ??= keepFocus({
        root: panel.root,
        isDialog,
        stops: panel.stops,
        mayLeave: () => questions > 0,
        onEscape,
      })
      if (isNew) load()
      else if (isReady) panel.stops()[0]?.focus()
    },
    hide,
    chainChanged() {
      if (isReady && channel?.version() === 1 && known.chainId !== input.chainId()) load()
      else catchUp()
    },
    end() {
      hide()
      ended.abort()
      clearTimeout(patience)
      colours.stop()
      channel?.close()
      panel.root.remove()
    },
  }
}

function pick<From, Name extends keyof From>(from: From, ...names: Name[]): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>
}

/** 128 random bits: nobody but the frame whose address carries it can name this channel. */
function createChannelId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
