import { findChain } from '@touchstone/contract'
import { parsers, type Setting } from './setting.ts'

const define = <Value>(setting: Setting<Value>): Setting<Value> => setting

/** Nodes of one chain; `public` stands for the list that the table of chains has. */
export type ChainNodes = readonly string[] | 'public'

/** The settings of the chains on which tokens are minted. */
export const chainSettings = {
  chainRpc: define({
    env: 'CHAIN_RPC',
    key: 'chainRpc',
    meaning:
      'The nodes of the chains that tokens are minted on, several for a chain where one may fail or lie. A chain without one is not configured; "public" takes the public nodes of the table of chains.',
    takes:
      'chain ids with addresses like 137=https://a.example,https://b.example 8453=public, for the EVM chains of the service',
    otherwise: 'a development chain 137 in the data folder; production has no chain',
    secret: true,
    parse: parseChainRpc,
  }),
  chainKey: define({
    env: 'CHAIN_KEY',
    key: 'chainKey',
    meaning: 'The key that signs the transactions, in plain: for trying out. One of the next two is safer.',
    takes: '0x and 64 hexadecimal digits',
    otherwise: 'one made at first start and kept, encrypted, in the data folder; production needs one set',
    secret: true,
    parse: (text: string): `0x${string}` | undefined =>
      /^0x[0-9a-f]{64}$/i.test(text) ? (text as `0x${string}`) : undefined,
  }),
  chainKeystore: define({
    env: 'CHAIN_KEYSTORE',
    key: 'chainKeystore',
    meaning: 'The encrypted file of that key (Web3 Secret Storage, as other wallets write it).',
    takes: 'the path of a file',
    otherwise: 'see CHAIN_KEY',
    parse: parsers.text,
  }),
  chainKeystorePassword: define({
    env: 'CHAIN_KEYSTORE_PASSWORD',
    key: 'chainKeystorePassword',
    meaning: 'Opens CHAIN_KEYSTORE.',
    takes: 'a text',
    otherwise: 'needed with CHAIN_KEYSTORE',
    secret: true,
    parse: parsers.text,
  }),
  chainSignerUrl: define({
    env: 'CHAIN_SIGNER_URL',
    key: 'chainSignerUrl',
    meaning: 'A remote signer that holds the key (eth_signTransaction over JSON-RPC).',
    takes: 'an address like https://signer.example',
    otherwise: 'see CHAIN_KEY',
    secret: true,
    parse: parsers.url('http:', 'https:'),
  }),
  chainSignerAddress: define({
    env: 'CHAIN_SIGNER_ADDRESS',
    key: 'chainSignerAddress',
    meaning: 'Which account of the remote signer signs.',
    takes: '0x and 40 hexadecimal digits',
    otherwise: 'needed with CHAIN_SIGNER_URL',
    parse: (text: string): `0x${string}` | undefined =>
      /^0x[0-9a-f]{40}$/i.test(text) ? (text as `0x${string}`) : undefined,
  }),
  chainDeployments: define({
    env: 'CHAIN_DEPLOYMENTS',
    key: 'chainDeployments',
    meaning:
      'Where the addresses of the contracts are kept, one file for each chain. The same on every node.',
    takes: 'the path of a folder',
    otherwise: 'deployments in the data folder',
    parse: parsers.text,
  }),
  credentialKeys: define({
    env: 'CREDENTIAL_KEYS',
    key: 'credentialKeys',
    meaning: 'The proving and verification keys of your own ceremony.',
    takes: 'the path of a folder with manifest.json',
    otherwise: 'development keys that everybody could forge proofs for; production needs it set',
    parse: parsers.text,
  }),
}

function parseChainRpc(text: string): ReadonlyMap<string, ChainNodes> | undefined {
  const nodes = new Map<string, ChainNodes>()
  for (const entry of text.trim().split(/\s+/)) {
    const [, chainId = '', list = ''] = /^(\d+)=(.+)$/.exec(entry) ?? []
    if (findChain(chainId)?.family !== 'evm' || nodes.has(chainId)) return undefined
    const urls = list.split(',')
    if (list !== 'public' && !urls.every((url) => parsers.url('http:', 'https:')(url))) return undefined
    nodes.set(chainId, list === 'public' ? list : urls)
  }
  return nodes
}

/** The chain on which every person's token is minted first. */
export const homeChainId = '137'
