import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHostLink, type LinkWindow } from './create-host-link.ts'

const origin = 'https://shop.example'

/**
 * Simulates a window that embeds the frame. It records the frame's messages and posts messages to the frame.
 */
function makeWindow() {
  const posted: { message: Record<string, unknown>; to: string }[] = []
  const listeners: ((event: MessageEvent) => void)[] = []
  const parent = {
    postMessage: (message: Record<string, unknown>, to: string) => posted.push({ message, to }),
  }
  const own = {
    parent,
    addEventListener: (_name: string, listener: (event: MessageEvent) => void) => listeners.push(listener),
  } as unknown as LinkWindow
  const say = (data: unknown, other: Partial<MessageEvent> = {}) => {
    const event = { data, source: parent, origin, ports: [], ...other } as unknown as MessageEvent
    for (const listener of listeners) listener(event)
  }
  return { own, parent, posted, say }
}

function makeLink(version: 1 | 2) {
  const world = makeWindow()
  const received: unknown[] = []
  const link = createHostLink({ version, origin, channelId: 'c', chainText: '137' }, world.own, {
    onColours: (colours) => received.push(colours),
    onChain: (chainId) => received.push(chainId),
    onClosing: () => received.push('closing'),
  })
  const lastId = () => String(world.posted.at(-1)?.message.id)
  return { ...world, link, received, lastId }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('v1', () => {
  test('announces itself, sends requests, and posts only to the given origin', async () => {
    const { link, posted, say, lastId } = makeLink(1)
    expect(await link.begin()).toBe(1)
    expect(posted).toEqual([{ message: { channelId: 'c', event: 'prepared' }, to: origin }])
    const answer = link.ask('getUserAccounts', undefined)
    expect(posted.at(-1)).toMatchObject({
      message: { channelId: 'c', method: 'getUserAccounts' },
      to: origin,
    })
    say({ id: lastId(), message: 'ok', data: ['0x1'] })
    expect(await answer).toEqual(['0x1'])
    const finished = {
      verifiedAddress: '0x1',
      programNo: '1',
      kycResults: { kycStatus: 'KYC Passed', verifierValues: {} },
    }
    link.finished(finished)
    link.close()
    expect(posted.slice(-2).map(({ message }) => message)).toEqual([
      { channelId: 'c', event: 'finished', ...finished },
      { channelId: 'c', event: 'close' },
    ])
    expect(posted.every(({ to }) => to === origin)).toBe(true)
    // Events that v1 does not define are not sent.
    const before = posted.length
    link.ready()
    link.step('login', 1, 2)
    link.problem('x', 'y')
    expect(posted).toHaveLength(before)
  })

  test('accepts messages only from the embedding page and its origin', async () => {
    const { link, say, received, lastId } = makeLink(1)
    await link.begin()
    const token = link.ask('getAccessToken', undefined)
    const answer = { id: lastId(), message: 'ok', data: 'stolen' }
    say(answer, { origin: 'https://evil.example' })
    say(answer, { source: {} as Window })
    say({ event: 'colorChanged', data: 'dark' }, { origin: 'https://evil.example' })
    say({ event: 'colorChanged', data: 'pink' })
    say('colorChanged')
    say(null)
    say({ event: 'closing' })
    say({ event: 'chainChanged', data: '1' })
    expect(received).toEqual([])
    say({ event: 'colorChanged', data: 'dark' })
    expect(received).toEqual(['dark'])
    say({ id: lastId(), message: 'ok', data: 'mine' })
    expect(await token).toBe('mine')
  })

  test('distinguishes refusals, malformed responses and missing responses', async () => {
    vi.useFakeTimers()
    const { link, say, lastId } = makeLink(1)
    await link.begin()
    const refused = link.ask('signMessage', { message: 'm', account: 'a', request: {} })
    say({ id: lastId(), message: 'User rejected the request' })
    await expect(refused).rejects.toMatchObject({ reason: 'refused', said: 'User rejected the request' })
    const odd = link.ask('getUserAccounts', undefined)
    say({ id: lastId(), message: 'ok', data: [] })
    await expect(odd).rejects.toMatchObject({ method: 'getUserAccounts', reason: 'shape' })
    const silent = link.ask('getAccessToken', undefined)
    const timedOut = expect(silent).rejects.toMatchObject({ reason: 'timeout' })
    await vi.advanceTimersByTimeAsync(29_999)
    const state = await Promise.race([silent.catch(() => 'late'), Promise.resolve('waiting')])
    expect(state).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    await timedOut
    vi.useRealTimers()
  })
})

describe('v2', () => {
  let channel: MessageChannel
  beforeEach(() => {
    channel = new MessageChannel()
  })
  afterEach(() => {
    channel.port1.close()
    channel.port2.close()
  })

  test('uses only the port after the welcome message, except for KYC results', async () => {
    const { link, posted, say, received } = makeLink(2)
    const overPort: Record<string, unknown>[] = []
    channel.port1.onmessage = ({ data }) => {
      overPort.push(data)
      if (data.method) channel.port1.postMessage({ id: data.id, message: 'ok', data: 'token' })
    }
    const begun = link.begin()
    expect(posted.map(({ message }) => message)).toEqual([
      { channelId: 'c', event: 'hello', versions: [1, 2] },
      { channelId: 'c', event: 'prepared' },
    ])
    // A message for a different channel, which this frame must ignore.
    say({ channelId: 'other', event: 'welcome', version: 2 }, { ports: [new MessageChannel().port1] })
    say({ channelId: 'c', event: 'welcome', version: 2 }, { ports: [channel.port2] })
    expect(await begun).toBe(2)
    expect(await link.ask('getAccessToken', undefined)).toBe('token')
    link.ready()
    link.step('login', 2, 9)
    link.problem('a.b', 'text')
    link.finished({ verifiedAddress: 'a', programNo: '1' })
    link.answerClosing(false)
    link.close()
    channel.port1.postMessage({ event: 'chainChanged', data: '1' })
    channel.port1.postMessage({ event: 'closing' })
    channel.port1.postMessage({ event: 'colorChanged', data: 'light' })
    await vi.waitFor(() => expect(received).toEqual(['1', 'closing', 'light']))
    expect(overPort.slice(1)).toEqual([
      { event: 'ready' },
      { event: 'step', name: 'login', index: 2, of: 9 },
      { event: 'error', code: 'a.b', text: 'text' },
      { event: 'finished', verifiedAddress: 'a', programNo: '1' },
      { event: 'closingAnswer', close: false },
      { event: 'close' },
    ])
    // From now on, messages from the window are ignored, and only the KYC results are sent to the window.
    say({ event: 'colorChanged', data: 'dark' })
    expect(received).toHaveLength(3)
    expect(posted).toHaveLength(2)
    const kycResults = { kycStatus: 'KYC Passed', verifierValues: { age: true } }
    link.finished({ verifiedAddress: 'a', programNo: '1', kycResults })
    expect(posted.at(-1)?.message).toMatchObject({ channelId: 'c', event: 'finished', kycResults })
    await turn()
  })

  test('falls back to v1 if no welcome message arrives within a second', async () => {
    vi.useFakeTimers()
    const { link, say } = makeLink(2)
    const begun = link.begin()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await begun).toBe(1)
    // A late welcome is ignored, because the frame must not use two transports.
    say({ channelId: 'c', event: 'welcome', version: 2 }, { ports: [channel.port2] })
    vi.useRealTimers()
    const answer = link.ask('getUserAccounts', undefined)
    answer.catch(() => {})
    channel.port1.onmessage = () => {
      throw new Error('a message was sent over the port')
    }
    await turn()
  })
})

test('reports immediately if the page is not embedded', async () => {
  const own = { addEventListener: () => {} } as unknown as LinkWindow & { parent: unknown }
  own.parent = own as never
  const nothing = () => {}
  const link = createHostLink({ version: 1, origin, channelId: 'c', chainText: '137' }, own, {
    onColours: nothing,
    onChain: nothing,
    onClosing: nothing,
  })
  expect(await link.begin()).toBe(1)
  await expect(link.ask('getAccessToken', undefined)).rejects.toMatchObject({ reason: 'alone' })
})
