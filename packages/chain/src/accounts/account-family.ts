/** How the accounts of a chain are written and how their wallets sign. */
export type AccountFamily = 'evm' | 'aptos' | 'cosmos' | 'solana' | 'ton'
