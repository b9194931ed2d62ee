import type { PageMessage } from '@touchstone/contract'
import { answerRequest, methodsOf } from './channel/answer-request.ts'
import { type Channel, type ChannelMessage, openChannel } from './channel/open-channel.ts'
import type { FrameRequest } from './channel/read-frame-message.ts'
import { toProviderRequest } from './channel/to-provider-request.ts'
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

/** A launched widget. */
export type Session = {
  show(): void
  hide(): void
  chainChanged(): void
  end(): void
}

/** Maximum time without a message from the frame: before its document has loaded, and afterwards. */
const silenceMs = { beforeLoad: 20_000, afterLoad: 8_000 }

/**
 * Runs the widget from its first launch until it is destroyed. Any of the page's callbacks can destroy the
 * widget, so code that runs after a callback must first check whether the session has ended.
 */
export function startSession(input: {
  settings: Settings
  chainId(): string
  emit: Listeners['emit']
}): Session {
  const { settings, emit } = input
  const locale = settings.locale ?? 'en'
  const ended = new AbortController()
  let channel: Channel | undefined
  let isReady = false
  let releaseFocus: (() => void) | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let runningRequests = 0
  let closingAsked = false
  let accounts: string[] = []
  let unusedToken = settings.speaksV2 ? settings.accessToken : undefined
  /** The account whose grant is being checked or has been reported. */
  let grantOf: string | undefined
  /** The chain and the colour mode that the frame has received, in its address or in a message. */
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
      onRequest,
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
    clearTimeout(silenceTimer)
    if (isReady) return
    silenceTimer = setTimeout(() => {
      panel.show('silent')
      emit('error', { code: 'frame.silent', text: `No answer from ${settings.frameOrigin}` })
    }, ms)
  }

  function becomeReady() {
    clearTimeout(silenceTimer)
    if (isReady) return
    isReady = true
    panel.show('ready')
    if (releaseFocus && panel.root.contains(document.activeElement ?? panel.root)) panel.stops()[0]?.focus()
    if (getComputedStyle(panel.root).getPropertyValue('--svc-widget-style').trim() !== 'here') {
      const text = "The widget's stylesheet is missing: import '@touchstone/widget/style.css'"
      emit('error', { code: 'style.missing', text })
    }
    emit('ready')
  }

  /** Sends changes that the frame has not received yet. */
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

  function onMessage(message: ChannelMessage) {
    if (message.event === 'ready') becomeReady()
    else if (message.event === 'finished') {
      // In v1, this is the frame's last message, because the person has left the frame.
      if (channel?.version() === 1) hide()
      finish(message.verifiedAddress, message.programNo)
    } else if (message.event === 'step') emit('step', pick(message, 'name', 'index', 'of'))
    else if (message.event === 'error') emit('error', pick(message, 'code', 'text'))
    else if (message.event === 'close') closeByUser()
    else if (closingAsked) {
      closingAsked = false
      if (message.close) closeByUser()
    }
  }

  async function onRequest(request: FrameRequest): Promise<PageMessage> {
    if (request.method === 'getAccessToken' && unusedToken) {
      const data = unusedToken
      unusedToken = undefined
      return { id: request.id, message: 'ok', data }
    }
    runningRequests += 1
    const answer = await answerRequest(settings.provider, toProviderRequest(request, accounts[0] ?? ''))
    runningRequests -= 1
    if (!('data' in answer)) emit('error', { code: `provider.${request.method}`, text: answer.message })
    else if (request.method === 'getUserAccounts') accounts = answer.data as string[]
    return answer
  }

  async function finish(verifiedAddress: string, programNo: string) {
    const associatedAccount = verifiedAddress.toLowerCase()
    if (grantOf === associatedAccount) return
    grantOf = associatedAccount
    const { lv, apiEndpoint, appId } = settings
    // The account is spelled as the page spells it, because addresses are case-sensitive on some chains.
    const spelled = accounts.find((account) => account.toLowerCase() === associatedAccount)
    try {
      const isGrant = await checkGrant({
        lv,
        apiEndpoint,
        appId,
        userAccount: spelled ?? verifiedAddress,
        programNo: settings.programNo ?? (programNo || undefined),
        allowTest: settings.allowTest,
        signal: ended.signal,
      })
      if (!isGrant)
        throw new GrantError('grant.missing', 'The frame reported completion, but the service has no grant')
      emit(lv === 'MeID' ? 'meidFinished' : 'kycFinished', { isGrant, associatedAccount })
    } catch (error) {
      grantOf = undefined
      const { code = 'unknown', message } = error as { code?: string; message: string }
      if (!ended.signal.aborted) emit('error', { code, text: message })
    }
  }

  /**
   * In v2, the frame asks the person whether to close. If the frame does not respond, a second Escape closes
   * the widget.
   */
  function onEscape() {
    if (!isReady || channel?.version() !== 2 || closingAsked) return closeByUser()
    closingAsked = true
    channel.send({ event: 'closing' })
    panel.stops()[0]?.focus()
  }

  function closeByUser() {
    if (!releaseFocus) return
    hide()
    emit('close')
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
        mayLeave: () => runningRequests > 0,
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
      clearTimeout(silenceTimer)
      colours.stop()
      channel?.close()
      panel.root.remove()
    },
  }
}

function pick<From, Name extends keyof From>(from: From, ...names: Name[]): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>
}

/** Returns 128 random bits. Only the frame with this ID in its address can use the channel. */
function createChannelId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
