/** The contracts that a deployment consists of. */
export type ContractName = 'SvcSBT' | 'SvcVerifier' | 'SvcProofVerifier'
