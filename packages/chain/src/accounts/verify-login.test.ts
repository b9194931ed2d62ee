import { createManualClock } from '@touchstone/common'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLogin } from './create-login.ts'
import type { LoginAnswer } from './login-answer.ts'
import type { LoginChallenge } from './login-challenge.ts'
import {
  neverRotated as aptosKey,
  createLoginWallets,
  type LoginWallet,
} from './testing/create-login-wallets.ts'
import { verifyLogin } from './verify-login.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const clock = createManualClock(now)
const wallets = await createLoginWallets(7)
const strangers = await createLoginWallets(8)

function challengeFor({ chainId, address }: LoginWallet, change: Partial<LoginChallenge> = {}) {
  return createLogin({
    chainId,
    address,
    domain: 'login.example.com',
    uri: 'https://login.example.com/start',
    statement: 'Sign in to Touchstone.',
    nonce: 'a1b2c3d4e5f6a7b8c9d0',
    issuedAt: now - 10_000,
    expiresAt: now + 290_000,
    ...change,
  })
}

/**
 * Signs one challenge with the wallet and verifies the answer against the same challenge or a different one.
 */
async function outcome(
  wallet: LoginWallet,
  signed: Partial<LoginChallenge>,
  stored: Partial<LoginChallenge>,
) {
  const { challenge, request } = challengeFor(wallet, signed)
  const answer = await wallet.sign(request, challenge)
  const result = await verifyLogin({
    challenge: challengeFor(wallet, stored).challenge,
    answer,
    clock,
    aptosKey,
  })
  return result.ok ? 'ok' : result.reason
}

/**
 * The expected reason for a signature over a different message. Without a node, it cannot be ruled out that
 * the EVM key is the owner of a contract wallet.
 */
const mismatch = (wallet: LoginWallet) => (wallet.chainId === '137' ? 'needs-node' : 'bad-signature')
const isTon = (wallet: LoginWallet) => wallet.chainId === 'ton'

describe.each(wallets.map((wallet, index) => [wallet.name, wallet, index] as const))(
  '%s',
  (_, wallet, index) => {
    test('accepts a login signed by its own wallet and returns the canonical address', async () => {
      const { challenge, request } = challengeFor(wallet)
      const answer = await wallet.sign(request, challenge)
      expect(await verifyLogin({ challenge, answer, clock, aptosKey })).toEqual({
        ok: true,
        account: { family: request.family, chainId: wallet.chainId, address: challenge.address },
        by: request.family === 'aptos' ? 'contract' : 'key',
      })
    })

    test('rejects an answer to a challenge with a different nonce, domain, text or chain', async () => {
      const nonce = 'ffffffffffffffffffff'
      expect(await outcome(wallet, { nonce }, {})).toBe(isTon(wallet) ? 'other-nonce' : mismatch(wallet))
      const domain = 'login.example.org'
      expect(await outcome(wallet, { domain }, {})).toBe(isTon(wallet) ? 'other-domain' : mismatch(wallet))
      if (isTon(wallet)) return
      // A TON wallet does not sign these fields, so only the nonce protects them.
      expect(await outcome(wallet, { uri: 'https://login.example.com/other' }, {})).toBe(mismatch(wallet))
      expect(await outcome(wallet, { statement: 'Give me everything.' }, {})).toBe(mismatch(wallet))
      expect(await outcome(wallet, { issuedAt: now - 11_000 }, {})).toBe(mismatch(wallet))
      expect(await outcome(wallet, { expiresAt: now + 900_000 }, {})).toBe(mismatch(wallet))
      const otherChain = { '137': '8453', 'aptos-1': 'aptos-2' }[wallet.chainId]
      if (otherChain) expect(await outcome(wallet, { chainId: otherChain }, {})).toBe(mismatch(wallet))
    })

    test('rejects a login that has expired or is not valid yet', async () => {
      const { challenge, request } = challengeFor(wallet)
      const answer = await wallet.sign(request, challenge)
      const at = async (time: number) =>
        verifyLogin({ challenge, answer, clock: createManualClock(time), aptosKey })
      expect(await at(challenge.expiresAt - 1)).toMatchObject({ ok: true })
      expect(await at(challenge.expiresAt)).toEqual({ ok: false, reason: 'expired' })
      expect(await at(challenge.issuedAt - 60_000)).toEqual({ ok: false, reason: 'not-yet-valid' })
    })

    test("rejects the answer of another account's wallet", async () => {
      const stranger = strangers[index] as LoginWallet
      const { challenge } = challengeFor(wallet)
      const theirs = challengeFor(stranger)
      const answer = await stranger.sign(theirs.request, theirs.challenge)
      const result = await verifyLogin({ challenge, answer, clock, aptosKey })
      expect(['needs-node', 'other-address', 'bad-signature']).toContain(result.ok ? 'ok' : result.reason)
      // The other wallet signs the same request with its own key.
      const forged = await stranger.sign(challengeFor(stranger).request, challenge)
      expect((await verifyLogin({ challenge, answer: forged, clock, aptosKey })).ok).toBe(false)
    })

    test('rejects an answer from any other chain family', async () => {
      const { challenge, request } = challengeFor(wallet)
      for (const other of wallets) {
        const theirs = challengeFor(other)
        if (theirs.request.family === request.family) continue
        const answer = await other.sign(theirs.request, theirs.challenge)
        expect(await verifyLogin({ challenge, answer, clock, aptosKey })).toEqual({
          ok: false,
          reason: 'other-family',
        })
        const disguised = { ...answer, family: request.family }
        expect((await verifyLogin({ challenge, answer: disguised, clock, aptosKey })).ok).toBe(false)
      }
    })

    test('rejects an answer with any modification, without throwing', async () => {
      const { challenge, request } = challengeFor(wallet)
      const answer = await wallet.sign(request, challenge)
      const places = leaves(answer)
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...places),
          fc.nat(),
          fc.anything(),
          fc.boolean(),
          async (path, at, junk, flip) => {
            const before = read(answer, path)
            const after = flip && typeof before === 'string' && before !== '' ? otherLetter(before, at) : junk
            if (Object.is(before, after) || sameMeaning(path, before, after)) return
            const result = await verifyLogin({
              challenge,
              answer: changed(answer, path, after),
              clock,
              aptosKey,
            })
            expect(result.ok, `${path.join('.')} changed from ${before} to ${fc.stringify(after)}`).toBe(
              false,
            )
          },
        ),
        { numRuns: 40 },
      )
    })
  },
)

test('accepts only the current key of an Aptos account, both on its network and on the main network', async () => {
  const [old, current] = [wallets, strangers].map((all) => all.find(({ name }) => name === 'Aptos, Ed25519'))
  if (!old || !current) throw new Error('no Aptos wallet')
  const verified = async (by: LoginWallet, chainId: string, keys: Record<string, string | undefined>) => {
    const { challenge, request } = challengeFor({ ...old, chainId })
    const answer = await by.sign(request, challenge)
    const keyOf = async (network: string) => {
      if (keys[network] === 'unavailable') throw new Error('no node')
      return keys[network]
    }
    const result = await verifyLogin({ challenge, answer, clock, aptosKey: keyOf })
    return result.ok ? result.by : result.reason
  }
  // The authentication key of an account whose key was never rotated is its address.
  const [oldKey, currentKey] = [old.address, current.address]
  expect(await verified(old, 'aptos-1', { 'aptos-1': oldKey })).toBe('contract')
  expect(await verified(old, 'aptos-1', { 'aptos-1': currentKey })).toBe('other-address')
  expect(await verified(current, 'aptos-1', { 'aptos-1': currentKey })).toBe('contract')
  expect(await verified(current, 'aptos-1', { 'aptos-1': oldKey })).toBe('other-address')
  expect(await verified(old, 'aptos-2', { 'aptos-1': currentKey, 'aptos-2': oldKey })).toBe('other-address')
  expect(await verified(old, 'aptos-2', { 'aptos-1': oldKey, 'aptos-2': currentKey })).toBe('other-address')
  expect(await verified(old, 'aptos-2', { 'aptos-1': oldKey, 'aptos-2': oldKey })).toBe('contract')
  expect(await verified(old, 'aptos-2', { 'aptos-2': oldKey })).toBe('unchecked-account')
  expect(await verified(old, 'aptos-1', {})).toBe('unchecked-account')
  expect(await verified(old, 'aptos-1', { 'aptos-1': 'unavailable' })).toBe('node-unavailable')
  const { challenge, request } = challengeFor(old)
  const answer = await old.sign(request, challenge)
  expect(await verifyLogin({ challenge, answer, clock })).toEqual({ ok: false, reason: 'unchecked-account' })
})

test("accepts only the canonical base64 of a TON wallet's state", async () => {
  const wallet = wallets.find(isTon) as LoginWallet
  const { challenge, request } = challengeFor(wallet)
  const answer = (await wallet.sign(request, challenge)) as LoginAnswer & { stateInit: string }
  for (const stateInit of [
    `${answer.stateInit.slice(0, -1)}A`,
    `${answer.stateInit}A`,
    ` ${answer.stateInit}`,
  ])
    expect(await verifyLogin({ challenge, answer: { ...answer, stateInit }, clock })).toEqual({
      ok: false,
      reason: 'malformed-answer',
    })
})

test('rejects arbitrary answers without throwing', async () => {
  const fields = fc.record(
    {
      family: fc.constantFrom('evm', 'solana', 'aptos', 'cosmos', 'ton'),
      signature: fc.oneof(fc.string(), fc.anything()),
      publicKey: fc.oneof(fc.string(), fc.anything()),
      fullMessage: fc.anything(),
      stateInit: fc.oneof(fc.base64String(), fc.anything()),
      proof: fc.anything(),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...wallets), fc.oneof(fields, fc.anything()), async (wallet, answer) => {
      const { challenge } = challengeFor(wallet)
      expect((await verifyLogin({ challenge, answer, clock, aptosKey })).ok).toBe(false)
    }),
    { numRuns: 300 },
  )
})

type Path = readonly string[]
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}
function read(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)
}
function changed(answer: LoginAnswer, path: Path, to: unknown): unknown {
  const copy = structuredClone(answer) as unknown as Record<string, unknown>
  const parent = path.slice(0, -1).reduce((inner, key) => inner[key] as Record<string, unknown>, copy)
  parent[path.at(-1) ?? ''] = to
  return copy
}
function otherLetter(text: string, at: number): string {
  const place = at % text.length
  const letter = text[place] === 'A' ? 'B' : 'A'
  return text.slice(0, place) + letter + text.slice(place + 1)
}
/** Modifications that do not affect the meaning: the letter case of hex digits, and optional fields. */
function sameMeaning(path: Path, before: unknown, after: unknown): boolean {
  const optional = path.at(-1) === 'publicKey' || path.at(-1) === 'fullMessage'
  if (optional && after === undefined) return true
  if (typeof before !== 'string' || typeof after !== 'string' || !/^(0x)?[0-9a-f]+$/i.test(before))
    return false
  const lower = (text: string) => text.toLowerCase().replace(/^0x/, '')
  return lower(before) === lower(after)
}
