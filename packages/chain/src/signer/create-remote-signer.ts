import { OperatorError } from '@touchstone/common'
import { type Address, getAddress, type Hex, isHex, numberToHex } from 'viem'
import { createRpcNode } from '../rpc/rpc-node.ts'
import type { ChainSigner, UnsignedTransaction } from './chain-signer.ts'
import { checkSigned } from './check-signed.ts'

/**
 * A signer elsewhere that speaks `eth_signTransaction`, as web3signer and clef do. The key never comes here. What it
 * returns is not believed: see `checkSigned`.
 */
export function createRemoteSigner(options: {
  /** May hold a secret. */
  url: string
  address: Address
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}): ChainSigner {
  const address = getAddress(options.address)
  const node = createRpcNode({
    url: options.url,
    number: 1,
    // clef asks a person.
    timeoutMs: options.timeoutMs ?? 60_000,
    fetch: options.fetch ?? globalThis.fetch,
  })
  return {
    address,
    async sign(transaction) {
      const answer = await node
        .request('eth_signTransaction', [toRequest(address, transaction)])
        .catch(() => {
          throw new OperatorError({
            code: 'chain.signer-unreachable',
            message: 'The remote signer of the chain does not answer, or refuses to sign.',
            remedy:
              'Check that it runs, that it holds the key of this address and that its rules admit the contract.',
          })
        })
      return await checkSigned(transaction, address, rawOf(answer))
    },
  }
}

/** web3signer answers with the bytes alone, geth and clef with an object. */
function rawOf(answer: unknown): Hex {
  const raw = typeof answer === 'object' && answer !== null && 'raw' in answer ? answer.raw : answer
  return isHex(raw) ? raw : '0x'
}

function toRequest(from: Address, transaction: UnsignedTransaction) {
  const { chainId, nonce, to, data, value, gas, fees } = transaction
  return {
    from,
    ...(to !== null && { to }),
    data,
    value: numberToHex(value),
    gas: numberToHex(gas),
    nonce: numberToHex(nonce),
    chainId: numberToHex(chainId),
    ...(fees.form === 'legacy'
      ? { gasPrice: numberToHex(fees.gasPrice) }
      : {
          maxFeePerGas: numberToHex(fees.maxFeePerGas),
          maxPriorityFeePerGas: numberToHex(fees.maxPriorityFeePerGas),
        }),
  }
}
