import { type Address, type Hex, type PublicClient, zeroAddress } from 'viem'
import { type CredentialKind, credentialKinds } from './credential-kinds.ts'
import { decodeFailure } from './decode-failure.ts'
import { svcSbtAbi } from './svc-sbt-abi.ts'
import type { TokenState } from './token-state.ts'

type Which = { readonly person: Hex } | { readonly mintId: Hex } | { readonly tokenId: bigint }

/**
 * Reads the state of a token as of one block. Returns undefined if no token has ever been minted for the
 * given person, mint or id.
 */
export async function readToken(
  client: PublicClient,
  sbt: Address,
  which: Which,
  at?: bigint,
): Promise<TokenState | undefined> {
  const blockNumber = at ?? (await client.getBlockNumber({ cacheTime: 0 }))
  const contract = { abi: svcSbtAbi, address: sbt, blockNumber } as const
  const tokenId = await idOf()
  if (tokenId === 0n) return undefined
  const last = await client.readContract({ ...contract, functionName: 'lastTokenId' })
  if (tokenId > last) return undefined
  const holder = await holderOf()
  if (holder === zeroAddress) return { tokenId, blockNumber, holder: undefined, person: undefined, kinds: [] }
  const person = await client.readContract({ ...contract, functionName: 'personOf', args: [tokenId] })
  const kinds = await Promise.all(Object.entries(credentialKinds).map(readKind))
  return { tokenId, blockNumber, holder, person, kinds: kinds.filter(({ validUntil }) => validUntil > 0n) }

  async function idOf(): Promise<bigint> {
    if ('tokenId' in which) return which.tokenId
    if ('person' in which) {
      return client.readContract({ ...contract, functionName: 'tokenOfPerson', args: [which.person] })
    }
    return client.readContract({ ...contract, functionName: 'tokenOfMint', args: [which.mintId] })
  }

  async function holderOf(): Promise<Address> {
    try {
      return await client.readContract({ ...contract, functionName: 'ownerOf', args: [tokenId] })
    } catch (error) {
      if (decodeFailure(error)?.name === 'ERC721NonexistentToken') return zeroAddress
      throw error
    }
  }

  async function readKind([name, kind]: [string, number]) {
    const args = [tokenId, kind] as const
    const [[validUntil, revoked], valid] = await Promise.all([
      client.readContract({ ...contract, functionName: 'credentialOf', args }),
      client.readContract({ ...contract, functionName: 'isValid', args }),
    ])
    return { kind: name as CredentialKind, validUntil, revoked, valid }
  }
}
