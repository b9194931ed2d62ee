import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  WalletContractV1R1,
  WalletContractV1R2,
  WalletContractV1R3,
  WalletContractV2R1,
  WalletContractV2R2,
  WalletContractV3R1,
  WalletContractV3R2,
  WalletContractV4,
  WalletContractV5Beta,
  WalletContractV5R1,
} from '@ton/ton'
import { createManualClock } from '@touchstone/common'
import { expect, test } from 'vitest'
import { accountOfKey } from './families/check-cosmos-login.ts'
import { cosmosSignBytes, cosmosSignDoc } from './families/cosmos-sign-doc.ts'
import { cosmosAddress } from './families/parse-cosmos-address.ts'
import { readAptosKey } from './families/read-aptos-key.ts'
import { tonProofDigest } from './families/ton-proof-digest.ts'
import { tonWallets } from './families/ton-wallets.ts'
import { loginText } from './login-text.ts'
import { verifyLogin } from './verify-login.ts'
import { verifySecp256k1 } from './verify-secp256k1.ts'

test('writes the text of the EIP-4361 example', () => {
  // The values from the EIP-4361 example. The expiration time is added because Touchstone always includes
  // one.
  const text = loginText({
    chainId: '1',
    address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    domain: 'example.com',
    uri: 'https://example.com/login',
    statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos',
    nonce: '32891756',
    issuedAt: Date.parse('2021-09-30T16:25:24Z'),
    expiresAt: Date.parse('2021-09-30T16:30:24Z'),
  })
  expect(text).toBe(`example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24.000Z
Expiration Time: 2021-09-30T16:30:24.000Z`)
})

test('writes the Solana text that Phantom and the wallet standard specify', () => {
  const text = loginText({
    chainId: 'solana',
    address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    domain: 'example.com',
    uri: 'https://example.com/login',
    statement: 'Sign in.',
    nonce: 'oNCEHm5jzQU2WvuBB',
    issuedAt: Date.parse('2021-09-30T16:25:24Z'),
    expiresAt: Date.parse('2021-09-30T16:30:24Z'),
  })
  expect(text).toBe(`example.com wants you to sign in with your Solana account:
TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA

Sign in.

URI: https://example.com/login
Version: 1
Chain ID: mainnet
Nonce: oNCEHm5jzQU2WvuBB
Issued At: 2021-09-30T16:25:24.000Z
Expiration Time: 2021-09-30T16:30:24.000Z`)
})

test("builds the ADR-36 document and derives the account of the published example's key", () => {
  // The example's signature cannot be checked, because its address has a checksum for a different prefix.
  const publicKey = Buffer.from('AqnDSiRoFmTPfq97xxEb2VkQ/Hm28cPsqsZm9jEVsYK9', 'base64')
  const signer = cosmosAddress('cosmos', accountOfKey(publicKey))
  expect(signer.slice(0, -6)).toBe('cosmos1hftz5ugqmpg9243xeegsqqav62f8hnyw')
  expect(cosmosSignBytes(cosmosSignDoc(signer, 'random')).toString()).toBe(
    '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData",' +
      `"value":{"data":"cmFuZG9t","signer":"${signer}"}}],"sequence":"0"}`,
  )
})

test.each([
  {
    prefix: 'neutron',
    text: 'Sign in.',
    address: 'neutron1vux25709r4uw6rzc8wyl7wwecjdhrx08xjva4w',
    publicKey: 'AlazKLMMi/WDniQFh0eHlAi9s2JB3JwufGGfqhKykgln',
    signature: 'hYD5qXKxrz9z1skx/OGMCZpQQlqvPzGIi1k+ovXocBdpZ4erYIVRWC7JEP9qkwzM3aHKnusIzEpc5O9rsh08lA==',
  },
  {
    prefix: 'sei',
    text: 'A & B < C > D: "é"\nsecond line',
    address: 'sei1mvlsp4pf7fc48q7vt9p93mq36m09ye5hsak56v',
    publicKey: 'AlUsYwtktUv1AhDJ4lPTi9SUnHLiKHNQD2KFwr7eMSqE',
    signature: 'X65JRBXeqYzHX29Kunf97S7xuG3SF1mMjivhfFthqKc/q0ZNy66OElrFlEYLzrb5DwrMHnHde4hpguk6aThjNQ==',
  },
])('accepts the CosmJS signature for $address', ({ prefix, text, address, publicKey, signature }) => {
  // Created with Secp256k1Wallet of @cosmjs/amino 0.39.0. One private key is 32 bytes of value 9, the other
  // 32 bytes of value 11.
  const key = Buffer.from(publicKey, 'base64')
  expect(cosmosAddress(prefix, accountOfKey(key))).toBe(address)
  const signed = createHash('sha256')
    .update(cosmosSignBytes(cosmosSignDoc(address, text)))
    .digest()
  expect(verifySecp256k1(signed, Buffer.from(signature, 'base64'), key)).toBe('holds')
})

test('escapes the signed bytes in the same way as CosmJS and Go', () => {
  // Created with serializeSignDoc of @cosmjs/amino 0.39.0.
  expect(cosmosSignBytes({ ...cosmosSignDoc('', ''), msgs: [], memo: '<&> é"' }).toString()).toBe(
    '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"\\u003c\\u0026\\u003e é\\"","msgs":[],"sequence":"0"}',
  )
})

test("accepts a signature over an Aptos wallet's full message", () => {
  // From the tests of a public wallet adapter, created with the Martian wallet.
  const seed = Buffer.from('8939e0a348c54d6bda2781eaa7e03081c1fed15060f531b88d642fea0ea698e6', 'hex')
  const signature =
    '98ec3ab75bb1a180bc9bd396f30705196b020846cb675c2f6ae1f5d9312bb96f7820064d0b48f30aba9a802a064849cc2fb7cfddcbfeb66de24085eea2221a03'
  const key = readAptosKey(Buffer.from(ed25519.getPublicKey(seed)))
  const message = Buffer.from('APTOS\nmessage: test\nnonce: encoded_in_message')
  expect(key?.verify(message, Buffer.from(signature, 'hex'))).toBe('holds')
})

/** From the TON Connect documentation. Signed by Tonkeeper with a v4 wallet. */
const documented = {
  address: '0:b2a1ecf5545e076cd36ae516ea7ebdf32aea008caa2b84af9866becb208895ad',
  stateInit:
    'te6cckECFgEAAwQAAgE0ARUBFP8A9KQT9LzyyAsCAgEgAxACAUgEBwLm0AHQ0wMhcbCSXwTgItdJwSCSXwTgAtMfIYIQcGx1Z70ighBkc3RyvbCSXwXgA/pAMCD6RAHIygfL/8nQ7UTQgQFA1yH0BDBcgQEI9ApvoTGzkl8H4AXTP8glghBwbHVnupI4MOMNA4IQZHN0crqSXwbjDQUGAHgB+gD0BDD4J28iMFAKoSG+8uBQghBwbHVngx6xcIAYUATLBSbPFlj6Ahn0AMtpF8sfUmDLPyDJgED7AAYAilAEgQEI9Fkw7UTQgQFA1yDIAc8W9ADJ7VQBcrCOI4IQZHN0coMesXCAGFAFywVQA88WI/oCE8tqyx/LP8mAQPsAkl8D4gIBIAgPAgEgCQ4CAVgKCwA9sp37UTQgQFA1yH0BDACyMoHy//J0AGBAQj0Cm+hMYAIBIAwNABmtznaiaEAga5Drhf/AABmvHfaiaEAQa5DrhY/AABG4yX7UTQ1wsfgAWb0kK29qJoQICga5D6AhhHDUCAhHpJN9KZEM5pA+n/mDeBKAG3gQFImHFZ8xhAT48oMI1xgg0x/TH9MfAvgju/Jk7UTQ0x/TH9P/9ATRUUO68qFRUbryogX5AVQQZPkQ8qP4ACSkyMsfUkDLH1Iwy/9SEPQAye1U+A8B0wchwACfbFGTINdKltMH1AL7AOgw4CHAAeMAIcAC4wABwAORMOMNA6TIyx8Syx/L/xESExQAbtIH+gDU1CL5AAXIygcVy//J0Hd0gBjIywXLAiLPFlAF+gIUy2sSzMzJc/sAyEAUgQEI9FHypwIAcIEBCNcY+gDTP8hUIEeBAQj0UfKnghBub3RlcHSAGMjLBcsCUAbPFlAE+gIUy2oSyx/LP8lz+wACAGyBAQjXGPoA0z8wUiSBAQj0WfKnghBkc3RycHSAGMjLBcsCUAXPFlAD+gITy2rLHxLLP8lz+wAACvQAye1UAFEAAAAAKamjFyM60x2mt5eboNyOTE+5RGOe9Ee2rK1Qcb+0ZuiP9vb7QJRlz/c=',
  publicKey: '233ad31da6b7979ba0dc8e4c4fb944639ef447b6acad5071bfb466e88ff6f6fb',
  proof: {
    timestamp: 1674392728,
    domain: { lengthBytes: 28, value: 'ratingers.pythonanywhere.com' },
    signature: 'trCkHit07NZUayjGLxJa6FoPnaGHkqPy2JyNjlUbxzcc3aGvsExCmHXi6XJGuoCu6M2RMXiLzIftEm6PAoy1BQ==',
    payload: 'doc-example-<BACKEND_AUTH_ID>',
  },
}

/** The example from a public TON Connect library, with a v5 wallet. */
const newer = {
  address: '0:83ae019a23a8162beaa5cb0ebdc56668b2eac6c6ba51808812915b206a152dc5',
  stateInit:
    'te6cckECFgEAArEAAgE0AgEAUYAAAAA///+IvOIjLL7fwNzMP0gs70ruKr3mzxYhjTbYs7u0PB6FzPugART/APSkE/S88sgLAwIBIAYEAQLyBQEeINcLH4IQc2lnbrry4Ip/EQIBSBAHAgEgCQgAGb5fD2omhAgKDrkPoCwCASANCgIBSAwLABGyYvtRNDXCgCAAF7Ml+1E0HHXIdcLH4AIBbg8OABmvHfaiaEAQ65DrhY/AABmtznaiaEAg65Drhf/AAtzQINdJwSCRW49jINcLHyCCEGV4dG69IYIQc2ludL2wkl8D4IIQZXh0brqOtIAg1yEB0HTXIfpAMPpE+Cj6RDBYvZFb4O1E0IEBQdch9AWDB/QOb6ExkTDhgEDXIXB/2zzgMSDXSYECgLmRMOBw4hIRAeaO8O2i7fshgwjXIgKDCNcjIIAg1yHTH9Mf0x/tRNDSANMfINMf0//XCgAK+QFAzPkQmiiUXwrbMeHywIffArNQB7Dy0IRRJbry4IVQNrry4Ib4I7vy0IgikvgA3gGkf8jKAMsfAc8Wye1UIJL4D95w2zzYEgP27aLt+wL0BCFukmwhjkwCIdc5MHCUIccAs44tAdcoIHYeQ2wg10nACPLgkyDXSsAC8uCTINcdBscSwgBSMLDy0InXTNc5MAGk6GwShAe78uCT10rAAPLgk+1V4tIAAcAAkVvg69csCBQgkXCWAdcsCBwS4lIQseMPINdKFRQTABCTW9sx4ddM0AByMNcsCCSOLSHy4JLSAO1E0NIAURO68tCPVFAwkTGcAYEBQNch1woA8uCO4sjKAFjPFsntVJPywI3iAJYB+kAB+kT4KPpEMFi68uCR7UTQgQFB1xj0BQSdf8jKAEAEgwf0U/Lgi44UA4MH9Fvy4Iwi1woAIW4Bs7Dy0JDiyFADzxYS9ADJ7VSiwRtT',
  publicKey: '79c446597dbf81b9987e9059de95dc557bcd9e2c431a6db1677768783d0b99f7',
  proof: {
    timestamp: 1754535788,
    domain: { lengthBytes: 10, value: 'github.com' },
    signature: 'd8GGkzgRbyPCiAt4a2EN+xiNK6fLHo/ptQdDT3YQcUD4cg3TUnE2Airf37y+xRkEP/aiQq38ytS4Ho4ZDHM5CQ==',
    payload: 'f85774c9762007d20000000068941ae3',
  },
}

test('accepts published TON proofs at their original time and rejects them an hour later', async () => {
  for (const { address, proof, ...rest } of [documented, newer]) {
    const { timestamp, domain, payload } = proof
    const challenge = {
      chainId: 'ton',
      address,
      domain: domain.value,
      uri: `https://${domain.value}/`,
      statement: 'Sign in.',
      nonce: payload,
      issuedAt: timestamp * 1000 - 1000,
      expiresAt: timestamp * 1000 + 60_000,
    }
    const answer = { family: 'ton', ...rest, proof }
    const clock = createManualClock(timestamp * 1000 + 5000)
    expect(await verifyLogin({ challenge, answer, clock })).toMatchObject({ ok: true, account: { address } })
    clock.advance(3_600_000)
    expect(await verifyLogin({ challenge, answer, clock })).toEqual({ ok: false, reason: 'expired' })
  }
  const { timestamp, domain, payload } = documented.proof
  const digest = tonProofDigest({ address: documented.address, domain: domain.value, timestamp, payload })
  // The hash given in the documentation.
  expect(digest.toString('hex')).toBe('0e54d6b5d5e84876480b10dc8dfcd3236e93a8e9b900aa4825b54fac3abdca4d')
})

test("lists the same wallets as TON's own library", () => {
  const publicKey = createHash('sha256').update('any key').digest()
  const keyBits = bits(publicKey)
  const library = [
    WalletContractV1R1,
    WalletContractV1R2,
    WalletContractV1R3,
    WalletContractV2R1,
    WalletContractV2R2,
    WalletContractV3R1,
    WalletContractV3R2,
    WalletContractV4,
    WalletContractV5Beta,
    WalletContractV5R1,
  ].map((contract) => {
    const { init } = contract.create({ workchain: 0, publicKey })
    const data = Array.from({ length: init.data.bits.length }, (_, at) =>
      init.data.bits.at(at) ? '1' : '0',
    ).join('')
    return { codeHash: init.code.hash().toString('hex'), keyAt: data.indexOf(keyBits) }
  })
  expect(tonWallets.map(({ codeHash, keyAt }) => ({ codeHash, keyAt }))).toEqual(library)
})

function bits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
}
