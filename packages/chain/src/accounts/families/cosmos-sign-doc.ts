import type { StdSignDoc } from '@cosmjs/amino'

/** ADR-36: a document that is signed like a transaction and can never be one. */
export function cosmosSignDoc(signer: string, message: string): StdSignDoc {
  const data = Buffer.from(message, 'utf8').toString('base64')
  return {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer, data } }],
    memo: '',
  }
}
