/** Whether a wallet has to sign that it is the person's own: always, or where the hosting page asks for it. */
export const walletProofs = ['required', 'when-asked'] as const
export type WalletProof = (typeof walletProofs)[number]
