// Written by "npm run contracts" from SvcProofVerifier's source: change that one.
import { parseAbi } from 'viem'

export const svcProofVerifierAbi = parseAbi([
  'constructor(uint8 kind_, uint256[36] key)',
  'error KeyRejected()',
  'error ProofRejected()',
  'error SignalOutOfField(uint256 index)',
  'function kind() view returns (uint8)',
  'function verificationKey() view returns (uint256[36] key)',
  'function verifyProof(uint256[2] a, uint256[2][2] b, uint256[2] c, uint256[10] signals) view',
])
