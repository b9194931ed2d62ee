import { aptosNetworks } from '@touchstone/chain/accounts'
import { findChain } from '@touchstone/contract'
import { parsers, type Setting } from './setting.ts'

const define = <Value>(setting: Setting<Value>): Setting<Value> => setting

/** A chain's node URLs. `public` selects the public nodes in the chain table. */
export type ChainNodes = readonly string[] | 'public'

/** Settings for the chains on which tokens are minted. */
export const chainSettings = {
  chainRpc: define({
    env: 'CHAIN_RPC',
    key: 'chainRpc',
    meaning:
      'Nodes of the chains on which tokens are minted. Configure several nodes per chain to tolerate failures and wrong answers. Chains without a node are not configured; "public" selects the public nodes in the chain table.',
    takes:
      'chain ids with URLs, like 137=https://a.example,https://b.example 8453=public, for supported EVM chains',
    otherwise: 'a development chain with id 137 in the data folder; no chain in production',
    secret: true,
    parse: (text: string) => parseNodes(text, (chainId) => findChain(chainId)?.family === 'evm'),
  }),
  chainKey: define({
    env: 'CHAIN_KEY',
    key: 'chainKey',
    meaning:
      'The unencrypted private key that signs transactions, for testing. CHAIN_KEYSTORE and CHAIN_SIGNER_URL are safer.',
    takes: '0x and 64 hexadecimal digits',
    otherwise: 'a key created on first start and stored encrypted in the data folder; required in production',
    secret: true,
    parse: (text: string): `0x${string}` | undefined =>
      /^0x[0-9a-f]{64}$/i.test(text) ? (text as `0x${string}`) : undefined,
  }),
  chainKeystore: define({
    env: 'CHAIN_KEYSTORE',
    key: 'chainKeystore',
    meaning:
      'The encrypted file that contains the signing key (Web3 Secret Storage, as used by other wallets).',
    takes: 'a file path',
    otherwise: 'see CHAIN_KEY',
    parse: parsers.text,
  }),
  chainKeystorePassword: define({
    env: 'CHAIN_KEYSTORE_PASSWORD',
    key: 'chainKeystorePassword',
    meaning: 'The password of CHAIN_KEYSTORE.',
    takes: 'a text',
    otherwise: 'required with CHAIN_KEYSTORE',
    secret: true,
    parse: parsers.text,
  }),
  chainSignerUrl: define({
    env: 'CHAIN_SIGNER_URL',
    key: 'chainSignerUrl',
    meaning: 'A remote signer that holds the key (eth_signTransaction over JSON-RPC).',
    takes: 'a URL like https://signer.example',
    otherwise: 'see CHAIN_KEY',
    secret: true,
    parse: parsers.url('http:', 'https:'),
  }),
  chainSignerAddress: define({
    env: 'CHAIN_SIGNER_ADDRESS',
    key: 'chainSignerAddress',
    meaning: "The remote signer's account that signs transactions.",
    takes: '0x and 40 hexadecimal digits',
    otherwise: 'required with CHAIN_SIGNER_URL',
    parse: (text: string): `0x${string}` | undefined =>
      /^0x[0-9a-f]{40}$/i.test(text) ? (text as `0x${string}`) : undefined,
  }),
  chainDeployments: define({
    env: 'CHAIN_DEPLOYMENTS',
    key: 'chainDeployments',
    meaning: 'Folder for the contract addresses, with one file per chain. Must be the same on every node.',
    takes: 'a folder path',
    otherwise: 'deployments in the data folder',
    parse: parsers.text,
  }),
  aptosNodes: define({
    env: 'APTOS_NODES',
    key: 'aptosNodes',
    meaning:
      'REST APIs of Aptos nodes, which report the key that currently controls an account. Wallets on aptos-2 also require a node for aptos-1. "public" selects the public nodes of Aptos Labs. The nodes see the addresses of the accounts.',
    takes: 'network ids with URLs, like aptos-1=https://a.example/v1,https://b.example/v1 aptos-2=public',
    otherwise: 'Aptos wallets cannot sign',
    secret: true,
    parse: (text: string) => parseNodes(text, (chainId) => aptosNetworks.includes(chainId)),
  }),
  credentialKeys: define({
    env: 'CREDENTIAL_KEYS',
    key: 'credentialKeys',
    meaning: 'The proving and verification keys from your own ceremony.',
    takes: 'the path of a folder with manifest.json',
    otherwise: 'development keys, which allow anyone to forge proofs; required in production',
    parse: parsers.text,
  }),
}

/** Reads the nodes of each chain: `id=url,url` or `id=public`, separated by spaces. */
function parseNodes(
  text: string,
  isChain: (chainId: string) => boolean,
): ReadonlyMap<string, ChainNodes> | undefined {
  const nodes = new Map<string, ChainNodes>()
  for (const entry of text.trim().split(/\s+/)) {
    const [, chainId = '', list = ''] = /^([\w-]+)=(.+)$/.exec(entry) ?? []
    if (!isChain(chainId) || nodes.has(chainId)) return undefined
    const urls = list.split(',')
    if (list !== 'public' && !urls.every((url) => parsers.url('http:', 'https:')(url))) return undefined
    nodes.set(chainId, list === 'public' ? list : urls)
  }
  return nodes
}

/** The home chain, on which every person's first token is minted. */
export const homeChainId = '137'
