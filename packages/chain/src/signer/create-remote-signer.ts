import { OperatorError } from '@touchstone/common'
import { type Address, getAddress, type Hex, isHex, numberToHex } from 'viem'
import { createRpcNode } from '../rpc/rpc-node.ts'
import type { ChainSigner, UnsignedTransaction } from './chain-signer.ts'
import { checkSigned } from './check-signed.ts'

/**
 * Creates a signer that calls `eth_signTransaction` on a remote signer, for example web3signer or clef. The
 * key stays on the remote signer. Signed transactions are checked, see `checkSigned`.
 */
export function createRemoteSigner(options: {
  /** Can contain a secret. */
  url: string
  address: Address
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}): ChainSigner {
  const address = getAddress(options.address)
  const node = createRpcNode({
    url: options.url,
    number: 1,
    // The timeout is long, because clef waits until a person confirms.
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
            message: "The chain's remote signer does not answer or refuses to sign.",
            remedy:
              "Make sure that the remote signer is running, has the configured address's key and allows calls to the contracts.",
          })
        })
      return await checkSigned(transaction, address, rawOf(answer))
    },
  }
}

/** web3signer returns only the bytes of the signed transaction, whereas geth and clef return an object. */
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
