import { createHash } from 'node:crypto'
import { Account, SigningSchemeInput } from '@aptos-labs/ts-sdk'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { beginCell, storeStateInit } from '@ton/core'
import { keyPairFromSeed, sign } from '@ton/crypto'
import { WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton'
import { privateKeyToAccount } from 'viem/accounts'
import { accountOfKey } from '../families/check-cosmos-login.ts'
import { cosmosSignBytes } from '../families/cosmos-sign-doc.ts'
import { cosmosAddress } from '../families/parse-cosmos-address.ts'
import { tonProofDigest } from '../families/ton-proof-digest.ts'
import type { LoginAnswer } from '../login-answer.ts'
import type { LoginChallenge } from '../login-challenge.ts'
import type { AptosKeySource } from '../login-check.ts'
import type { LoginRequest } from '../login-request.ts'

export type LoginWallet = {
  readonly name: string
  readonly chainId: string
  readonly address: string
  /** Signs a login request as a wallet of the given chain family would. */
  sign(request: LoginRequest, challenge: LoginChallenge): Promise<LoginAnswer>
}

/** Reports, for every Aptos account, the key with which the account was created. */
export const neverRotated: AptosKeySource = async (_chainId, address) => address

/**
 * Creates one wallet of every type, using the chain families' own libraries for Aptos, TON and EVM. For tests
 * only.
 */
export async function createLoginWallets(seed: number): Promise<LoginWallet[]> {
  const secret = Buffer.alloc(32, seed)
  const aptos = (name: string, account: Account, isSingle: boolean): LoginWallet => ({
    name,
    chainId: 'aptos-1',
    address: account.accountAddress.toString(),
    async sign(request) {
      const { fullMessage } = of(request, 'aptos')
      const signature = account.sign(Buffer.from(fullMessage, 'utf8'))
      return isSingle
        ? {
            family: 'aptos',
            publicKey: account.publicKey.bcsToHex().toString(),
            signature: signature.bcsToHex().toString(),
          }
        : {
            family: 'aptos',
            publicKey: account.publicKey.toString(),
            signature: signature.toString(),
            fullMessage,
          }
    },
  })
  const ton = (
    name: string,
    contract: typeof WalletContractV3R2 | typeof WalletContractV4 | typeof WalletContractV5R1,
  ): LoginWallet => {
    const keys = keyPairFromSeed(secret)
    const wallet = contract.create({ workchain: 0, publicKey: keys.publicKey })
    const stateInit = beginCell().store(storeStateInit(wallet.init)).endCell().toBoc().toString('base64')
    return {
      name,
      chainId: 'ton',
      address: wallet.address.toString(),
      async sign(request, { domain, issuedAt }) {
        const { payload } = of(request, 'ton')
        const timestamp = Math.floor(issuedAt / 1000) + 2
        const address = wallet.address.toRawString()
        const signature = sign(tonProofDigest({ address, domain, timestamp, payload }), keys.secretKey)
        return {
          family: 'ton',
          stateInit,
          publicKey: keys.publicKey.toString('hex'),
          proof: {
            timestamp: String(timestamp),
            domain: { lengthBytes: Buffer.byteLength(domain), value: domain },
            signature: signature.toString('base64'),
            payload,
          },
        }
      },
    }
  }
  const cosmos = (name: string, chainId: string, prefix: string): LoginWallet => {
    const publicKey = secp256k1.getPublicKey(secret)
    return {
      name,
      chainId,
      address: cosmosAddress(prefix, accountOfKey(publicKey)),
      async sign(request) {
        const signed = createHash('sha256')
          .update(cosmosSignBytes(of(request, 'cosmos').signDoc))
          .digest()
        return {
          family: 'cosmos',
          publicKey: Buffer.from(publicKey).toString('base64'),
          signature: Buffer.from(secp256k1.sign(signed, secret).toCompactRawBytes()).toString('base64'),
        }
      },
    }
  }
  const evm = privateKeyToAccount(`0x${secret.toString('hex')}`)
  const scheme = SigningSchemeInput.Secp256k1Ecdsa
  return [
    {
      name: 'an EVM key',
      chainId: '137',
      address: evm.address,
      async sign(request) {
        return { family: 'evm', signature: await evm.signMessage({ message: of(request, 'evm').message }) }
      },
    },
    {
      name: 'Solana',
      chainId: 'solana',
      address: base58.encode(ed25519.getPublicKey(secret)),
      async sign(request) {
        const message = Buffer.from(of(request, 'solana').message, 'utf8')
        return { family: 'solana', signature: base58.encode(ed25519.sign(message, secret)) }
      },
    },
    aptos('Aptos, Ed25519', Account.generate(), false),
    aptos(
      'Aptos, a single Ed25519 key',
      Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false }),
      true,
    ),
    aptos('Aptos, a single secp256k1 key', Account.generate({ scheme }), true),
    cosmos('Neutron', 'neutron-1', 'neutron'),
    cosmos('Sei', 'atlantic-2', 'sei'),
    ton('TON, v3', WalletContractV3R2),
    ton('TON, v4', WalletContractV4),
    ton('TON, v5', WalletContractV5R1),
  ]
}

function of<F extends LoginRequest['family']>(request: LoginRequest, family: F) {
  if (request.family !== family) throw new Error('the request is for a wallet of another type')
  return request as Extract<LoginRequest, { family: F }>
}
