import type { Finding } from '@touchstone/contract'
import type { ChainStatusView } from '../chains/chain-status.ts'

export function describeChain({ chainId, state, balance, trouble = [] }: ChainStatusView): Finding {
  const check = `chain ${chainId}`
  const more = 'Run touchstone chain status for details.'
  if (state === 'no contracts') {
    return { check, state: 'note', found: state, remedy: `touchstone chain deploy --chain ${chainId}` }
  }
  if (state === 'contracts of another version') {
    return {
      check,
      state: 'wrong',
      found: state,
      remedy: `touchstone chain deploy --chain ${chainId} --again`,
    }
  }
  if (state !== 'ready') return { check, state: 'wrong', found: state, remedy: more }
  if (trouble.length > 0) {
    return {
      check,
      state: 'note',
      found: `${trouble.length} transactions failed or need attention`,
      remedy: more,
    }
  }
  if (balance !== undefined && Number.parseFloat(balance) === 0) {
    const remedy = 'Send coins for fees to the signer. touchstone chain status shows its address.'
    return { check, state: 'wrong', found: 'the signer has no coins, so nothing can be minted', remedy }
  }
  return { check, state: 'good', found: state }
}
