import type { ChainEntry, EvmChain } from './chain-entry.ts'

const evm = (chain: Omit<EvmChain, 'family' | 'id' | 'testnet'> & { testnet?: boolean }): EvmChain => ({
  family: 'evm',
  id: String(chain.chainId),
  testnet: false,
  ...chain,
})

/**
 * All supported chains, with the reasons for their finality rules. If a chain has the 'finalized' tag, its
 * `finality.blocks` apply to nodes that do not support the tag. The number of blocks exceeds the depth of the
 * deepest reorganisation that the chain's rules allow, or is a cautious estimate if the rules set no limit.
 * The table does not list the fee format: a block with a base fee accepts EIP-1559 transactions, and a block
 * without a base fee accepts legacy transactions.
 */
export const chainTable: readonly ChainEntry[] = [
  evm({
    chainId: 1,
    name: 'Ethereum',
    symbol: 'ETH',
    publicRpcs: ['https://ethereum.reth.rs/rpc', 'https://ethereum-rpc.publicnode.com'],
    explorer: 'https://etherscan.io',
    // Casper FFG finalises after two epochs of 32 blocks, about 13 minutes.
    finality: { tag: 'finalized', blocks: 96 },
    blockMs: 12_000,
  }),
  evm({
    chainId: 56,
    name: 'BNB Smart Chain',
    symbol: 'BNB',
    publicRpcs: ['https://bsc-dataseed.bnbchain.org', 'https://bsc-rpc.publicnode.com'],
    explorer: 'https://bscscan.com',
    // BEP-126: block n is final at n + 2. Without the tag, requires the blocks of more than half of the 21
    // validators, each of which produces 8 consecutive blocks (11 * 8).
    finality: { tag: 'finalized', blocks: 88 },
    blockMs: 750,
  }),
  evm({
    chainId: 137,
    name: 'Polygon',
    symbol: 'POL',
    publicRpcs: ['https://polygon-rpc.com', 'https://polygon.drpc.org'],
    explorer: 'https://polygonscan.com',
    // PIP-11: the tag marks the last milestone, a few seconds behind the head. Without the tag, requires 512
    // blocks, the length of a checkpoint.
    finality: { tag: 'finalized', blocks: 512 },
    blockMs: 2000,
  }),
  evm({
    chainId: 169,
    name: 'Manta Pacific',
    symbol: 'ETH',
    publicRpcs: ['https://pacific-rpc.manta.network/http'],
    explorer: 'https://pacific-explorer.manta.network',
    // OP stack: a block is final when its batch is in a final L1 block. The sequencer can reorganise newer
    // blocks, so 1 hour is required without the tag.
    finality: { tag: 'finalized', blocks: 360 },
    blockMs: 10_000,
  }),
  evm({
    chainId: 2020,
    name: 'Ronin',
    symbol: 'RON',
    publicRpcs: ['https://api.roninchain.com/rpc'],
    explorer: 'https://app.roninchain.com',
    // Validators finalise a block after two more blocks. For nodes without the tag, requires an epoch of 200
    // blocks.
    finality: { tag: 'finalized', blocks: 200 },
    blockMs: 3000,
  }),
  evm({
    chainId: 6001,
    name: 'BounceBit',
    symbol: 'BB',
    publicRpcs: ['https://fullnode-mainnet.bouncebitapi.com'],
    explorer: 'https://bbscan.io',
    // CometBFT: a block is final immediately. Requires one more block, because a node can respond before it
    // has stored the block.
    finality: { blocks: 1 },
    blockMs: 3000,
  }),
  evm({
    chainId: 8217,
    name: 'Kaia',
    symbol: 'KAIA',
    publicRpcs: ['https://public-en.node.kaia.io'],
    explorer: 'https://kaiascan.io',
    // Istanbul BFT: a block is final immediately.
    finality: { blocks: 1 },
    blockMs: 1000,
  }),
  evm({
    chainId: 8453,
    name: 'Base',
    symbol: 'ETH',
    publicRpcs: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
    explorer: 'https://basescan.org',
    // OP stack, like Manta Pacific. Without the tag, requires one hour's worth of blocks.
    finality: { tag: 'finalized', blocks: 1800 },
    blockMs: 2000,
  }),
  evm({
    chainId: 42161,
    name: 'Arbitrum One',
    symbol: 'ETH',
    publicRpcs: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com'],
    explorer: 'https://arbiscan.io',
    // A block is final when its batch is in a finalized Ethereum block. Without the tag, requires one hour's
    // worth of blocks.
    finality: { tag: 'finalized', blocks: 14_400 },
    blockMs: 250,
  }),
  evm({
    chainId: 98864,
    name: 'Plume Testnet',
    symbol: 'ETH',
    testnet: true,
    publicRpcs: ['https://test-rpc.plumenetwork.xyz'],
    explorer: 'https://test-explorer.plumenetwork.xyz',
    // Arbitrum Orbit. For nodes without the tag, a few minutes' worth of blocks is enough on a test network.
    finality: { tag: 'finalized', blocks: 1200 },
    blockMs: 250,
  }),
  evm({
    chainId: 534351,
    name: 'Scroll Sepolia',
    symbol: 'ETH',
    testnet: true,
    publicRpcs: ['https://sepolia-rpc.scroll.io'],
    explorer: 'https://sepolia.scrollscan.com',
    // A block is final when its proof has been verified on L1, which can take an hour.
    finality: { tag: 'finalized', blocks: 1200 },
    blockMs: 3000,
  }),
  evm({
    chainId: 7001,
    name: 'ZetaChain Athens',
    symbol: 'aZETA',
    testnet: true,
    publicRpcs: ['https://zetachain-athens-evm.blockpi.network/v1/rpc/public'],
    explorer: 'https://testnet.zetascan.com',
    // CometBFT, like BounceBit.
    finality: { blocks: 1 },
    blockMs: 5000,
  }),
  { family: 'aptos', id: 'aptos-1', name: 'Aptos', testnet: false },
  { family: 'aptos', id: 'aptos-2', name: 'Aptos Testnet', testnet: true },
  { family: 'cosmos', id: 'neutron-1', name: 'Neutron', testnet: false },
  { family: 'cosmos', id: 'atlantic-2', name: 'Sei Atlantic', testnet: true },
  { family: 'solana', id: 'solana', name: 'Solana', testnet: false },
  { family: 'ton', id: 'ton', name: 'TON', testnet: false },
]
