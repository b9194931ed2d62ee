// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title The check of a Groth16 proof on BN254 with the service's ten public signals.
interface ISvcProofVerifier {
    /// @notice The proof does not hold for these signals, or is no proof at all.
    error ProofRejected();

    /// @notice A public signal is not below the order of the field: the same proof would hold for several numbers.
    error SignalOutOfField(uint256 index);

    /// @notice The verification key has a point that is not on its curve.
    error KeyRejected();

    /// @notice The kind (circuit) whose proofs are checked, 1 to 4.
    function kind() external view returns (uint8);

    /// @notice Returns when the proof holds and reverts when not, so that an estimate of gas is right and a caller
    /// can't forget to look at an answer.
    /// @param a The proof's first point.
    /// @param b The proof's second point; of each coordinate the imaginary part first, as the precompile takes it.
    /// @param c The proof's third point.
    /// @param signals The ten public signals.
    function verifyProof(
        uint256[2] calldata a,
        uint256[2][2] calldata b,
        uint256[2] calldata c,
        uint256[10] calldata signals
    ) external view;
}
