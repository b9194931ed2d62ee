// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Verifies Groth16 proofs on BN254 with ten public signals.
interface ISvcProofVerifier {
    /// @notice The proof is malformed or not valid for these signals.
    error ProofRejected();

    /// @notice A public signal is not below the field order. Otherwise the same proof would be valid for several
    /// numbers.
    error SignalOutOfField(uint256 index);

    /// @notice The verification key contains a point that is not on its curve.
    error KeyRejected();

    /// @notice The kind (circuit) of the proofs, 1 to 4.
    function kind() external view returns (uint8);

    /// @notice Reverts if the proof is invalid, so that gas estimates are correct and callers can't ignore the result.
    /// @param a The proof's first point.
    /// @param b The proof's second point, with the imaginary part of each coordinate first, as the precompile expects.
    /// @param c The proof's third point.
    /// @param signals The ten public signals.
    function verifyProof(
        uint256[2] calldata a,
        uint256[2][2] calldata b,
        uint256[2] calldata c,
        uint256[10] calldata signals
    ) external view;
}
