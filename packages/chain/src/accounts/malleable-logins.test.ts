import { createHash, createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { createManualClock } from '@touchstone/common'
import { hexToBigInt, numberToHex, parseSignature, serializeSignature } from 'viem'
import { expect, test } from 'vitest'
import { createLogin } from './create-login.ts'
import type { LoginAnswer } from './login-answer.ts'
import type { LoginChallenge } from './login-challenge.ts'
import { neverRotated as aptosKey, createLoginWallets } from './testing/create-login-wallets.ts'
import { verifyEd25519 } from './verify-ed25519.ts'
import { verifyLogin } from './verify-login.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const clock = createManualClock(now)
const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const ed25519Order = 2n ** 252n + 27742317777372353535851937790883648493n
const wallets = await createLoginWallets(9)

const loginFor = ({ chainId, address }: { chainId: string; address: string }) =>
  createLogin({
    chainId,
    address,
    domain: 'localhost:8080',
    uri: 'http://localhost:8080/',
    statement: 'Sign in.',
    nonce: 'a1b2c3d4e5f6a7b8c9d0',
    issuedAt: now - 1000,
    expiresAt: now + 1000,
  })
const reason = async (challenge: LoginChallenge, answer: LoginAnswer) => {
  const result = await verifyLogin({ challenge, answer, clock, aptosKey })
  return result.ok ? 'ok' : result.reason
}
async function answerOf<F extends LoginAnswer['family']>(name: string, family: F) {
  const wallet = wallets.find((one) => one.name === name)
  if (!wallet) throw new Error(`no wallet ${name}`)
  const { challenge, request } = loginFor(wallet)
  const answer = await wallet.sign(request, challenge)
  expect(answer.family).toBe(family)
  expect(await reason(challenge, answer)).toBe('ok')
  return { challenge, answer: answer as Extract<LoginAnswer, { family: F }> }
}
/** Returns the same signature with the other valid S value. */
function otherS(signature: Uint8Array): Buffer {
  const s = BigInt(`0x${Buffer.from(signature.slice(32)).toString('hex')}`)
  const high = (secp256k1Order - s).toString(16).padStart(64, '0')
  return Buffer.concat([signature.slice(0, 32), Buffer.from(high, 'hex')])
}
/** Returns the signature with the group order added to S, which a lax verifier accepts. */
function plusOrder(signature: Uint8Array): Buffer {
  const s = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`) + ed25519Order
  const bytes = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()
  return Buffer.concat([signature.slice(0, 32), bytes])
}

test('rejects an EVM signature with the higher S or a different last byte', async () => {
  const { challenge, answer } = await answerOf('an EVM key', 'evm')
  const { r, s, yParity } = parseSignature(answer.signature as `0x${string}`)
  const high = numberToHex(secp256k1Order - hexToBigInt(s), { size: 32 })
  const flipped = serializeSignature({ r, s: high, yParity: yParity === 0 ? 1 : 0 })
  expect(await reason(challenge, { ...answer, signature: flipped })).toBe('malleable-signature')
  const zeroBased = `${answer.signature.slice(0, -2)}0${yParity}`
  expect(await reason(challenge, { ...answer, signature: zeroBased })).toBe('malleable-signature')
})

test('rejects a Cosmos signature with the higher S', async () => {
  const { challenge, answer } = await answerOf('Neutron', 'cosmos')
  const signature = otherS(Buffer.from(answer.signature, 'base64')).toString('base64')
  expect(await reason(challenge, { ...answer, signature })).toBe('malleable-signature')
})

test('rejects an Aptos secp256k1 signature with the higher S', async () => {
  const { challenge, answer } = await answerOf('Aptos, a single secp256k1 key', 'aptos')
  const bytes = Buffer.from(answer.signature.slice(2), 'hex')
  const signature = Buffer.concat([bytes.subarray(0, 2), otherS(bytes.subarray(2))]).toString('hex')
  expect(await reason(challenge, { ...answer, signature })).toBe('malleable-signature')
})

test('rejects an Ed25519 signature with an unreduced S in every chain family that uses Ed25519', async () => {
  const solana = await answerOf('Solana', 'solana')
  const lax = plusOrder(base58.decode(solana.answer.signature))
  expect(await reason(solana.challenge, { ...solana.answer, signature: base58.encode(lax) })).toBe(
    'malleable-signature',
  )
  const aptos = await answerOf('Aptos, Ed25519', 'aptos')
  const aptosLax = plusOrder(Buffer.from(aptos.answer.signature.slice(2), 'hex')).toString('hex')
  expect(await reason(aptos.challenge, { ...aptos.answer, signature: aptosLax })).toBe('malleable-signature')
  const ton = await answerOf('TON, v5', 'ton')
  const signature = plusOrder(Buffer.from(ton.answer.proof.signature, 'base64')).toString('base64')
  const proof = { ...ton.answer.proof, signature }
  expect(await reason(ton.challenge, { ...ton.answer, proof })).toBe('malleable-signature')
})

test('rejects a public key of small order, for which the same signature is valid for every text', async () => {
  const neutral = Buffer.alloc(32)
  neutral[0] = 1
  const forged = Buffer.concat([neutral, Buffer.alloc(32)])
  // Node.js itself accepts this key, so the additional check is needed.
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: neutral.toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  expect(verify(null, Buffer.from('anything'), key, forged)).toBe(true)
  const { challenge } = loginFor({ chainId: 'solana', address: base58.encode(neutral) })
  const answer = { family: 'solana', signature: base58.encode(forged) } as const
  expect(await reason(challenge, answer)).toBe('unsupported-wallet')
})

test('rejects any signature if the public key is not canonical', () => {
  for (let excess = 0n; excess < 19n; excess++) {
    const key = Buffer.from((2n ** 255n - 19n + excess).toString(16).padStart(64, '0'), 'hex').reverse()
    expect(verifyEd25519(Buffer.from('anything'), Buffer.alloc(64), key)).toBe('unsupported-wallet')
  }
})

test('rejects an Ed25519 signature that is valid only under cofactored verification', () => {
  const secret = Buffer.alloc(32, 9)
  const message = Buffer.from('anything')
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(secret)
  const smallOrder = ed25519.ExtendedPoint.fromHex(
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  )
  const nonce = 12345n
  const point = ed25519.ExtendedPoint.BASE.multiply(nonce).add(smallOrder).toRawBytes()
  const digest = createHash('sha512').update(point).update(pointBytes).update(message).digest()
  const challenge = BigInt(`0x${digest.reverse().toString('hex')}`) % ed25519Order
  const s = ((nonce + challenge * scalar) % ed25519Order).toString(16).padStart(64, '0')
  const signature = Buffer.concat([point, Buffer.from(s, 'hex').reverse()])
  // A ZIP 215 verifier accepts this signature.
  expect(ed25519.verify(signature, message, pointBytes)).toBe(true)
  expect(verifyEd25519(message, signature, pointBytes)).toBe('bad-signature')
})

test('accepts only the address, application and chain ID as fields added by an Aptos wallet', async () => {
  const wallet = wallets.find((one) => one.name === 'Aptos, Ed25519')
  if (!wallet) throw new Error('no Aptos wallet')
  const { challenge, request } = loginFor(wallet)
  if (request.family !== 'aptos') throw new Error('the login request is not for Aptos')
  const signed = async (head: string) => {
    const fullMessage = request.fullMessage.replace('APTOS\n', `APTOS\n${head}`)
    return reason(challenge, await wallet.sign({ ...request, fullMessage }, challenge))
  }
  expect(await signed(`address: ${challenge.address}\n`)).toBe('ok')
  expect(
    await signed(`address: ${challenge.address}\napplication: http://localhost:8080\nchainId: 1\n`),
  ).toBe('ok')
  expect(await signed('application: localhost:8080\n')).toBe('ok')
  expect(await signed('application: https://evil.example\n')).toBe('bad-signature')
  expect(await signed('chainId: 2\n')).toBe('bad-signature')
  expect(await signed('address: 0x1\n')).toBe('bad-signature')
})

test('accepts a TON login only if the wallet is known and the key and time match', async () => {
  const { challenge, answer } = await answerOf('TON, v4', 'ton')
  const { answer: other } = await answerOf('TON, v5', 'ton')
  expect(await reason(challenge, { ...answer, stateInit: other.stateInit })).toBe('other-address')
  expect(await reason(challenge, { ...answer, publicKey: '00'.repeat(32) })).toBe('other-address')
  const { publicKey: _, ...withoutKey } = answer
  expect(await reason(challenge, withoutKey)).toBe('ok')
  const late = { ...answer.proof, timestamp: Math.floor(now / 1000) + 301 }
  expect(await reason(challenge, { ...answer, proof: late })).toBe('not-yet-valid')
  const early = { ...answer.proof, timestamp: Math.floor(now / 1000) - 302 }
  expect(await reason(challenge, { ...answer, proof: early })).toBe('expired')
  const longer = { ...answer.proof, domain: { ...answer.proof.domain, lengthBytes: 9 } }
  expect(await reason(challenge, { ...answer, proof: longer })).toBe('other-domain')
})

test('throws if a login field contains text that is not allowed in the message', () => {
  const make = (change: Partial<LoginChallenge>) => () =>
    createLogin({
      chainId: '137',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      domain: 'example.com',
      uri: 'https://example.com/',
      statement: 'Sign in.',
      nonce: 'a1b2c3d4e5f6a7b8c9d0',
      issuedAt: now,
      expiresAt: now + 1000,
      ...change,
    })
  expect(make({})().challenge.address).toBe('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
  const unsound: Partial<LoginChallenge>[] = [
    { domain: 'example.com\nevil.example' },
    { domain: 'https://example.com' },
    { domain: '' },
    { uri: 'example' },
    { uri: 'https://example.com/\nNonce: other' },
    { statement: 'Two\nlines' },
    { statement: '' },
    { nonce: 'short' },
    { nonce: 'a1b2c3d4e5f6a7b8\nc9d0' },
    { expiresAt: now },
    { expiresAt: Number.POSITIVE_INFINITY },
    { issuedAt: Number.NaN },
  ]
  for (const change of unsound) {
    expect(make(change), JSON.stringify(change)).toThrow(
      expect.objectContaining({ code: 'chain.login-unsound' }),
    )
  }
  expect(make({ address: 'nobody' })).toThrow(expect.objectContaining({ code: 'account.malformed' }))
})
