import type { CosmosSignDoc } from '../login-request.ts'

/** Builds an ADR-36 document. It has the format of a transaction but can never be a valid transaction. */
export function cosmosSignDoc(signer: string, message: string): CosmosSignDoc {
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

/** Returns the bytes to sign: JSON with sorted keys, in which characters are escaped as in Go. */
export function cosmosSignBytes(doc: CosmosSignDoc): Buffer {
  const json = JSON.stringify(doc, (_, value: unknown) => (isRecord(value) ? inOrder(value) : value))
  const escaped = json.replaceAll('&', '\\u0026').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
  return Buffer.from(escaped, 'utf8')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inOrder(record: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(record).toSorted()
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}
