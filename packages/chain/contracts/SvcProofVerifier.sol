// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ISvcProofVerifier} from "./interfaces/ISvcProofVerifier.sol";

/// @title Verifies Groth16 proofs of one circuit.
/// @notice Used for all circuits; the verification key is a parameter. It is stored as the code of a separate contract,
/// which costs a tenth of storage slots to read.
contract SvcProofVerifier is ISvcProofVerifier {
    /// @dev The order of BN254's groups. Public signals are below it.
    uint256 private constant SCALAR_FIELD = 21888242871839275222246405745257275088548364400416034343698204186575808495617;

    /// @dev The field of the points' coordinates.
    uint256 private constant BASE_FIELD = 21888242871839275222246405745257275088696311157297823662689037894645226208583;

    /// @dev Addresses of the precompiles for the curve.
    uint256 private constant EC_ADD = 6;
    uint256 private constant EC_MUL = 7;
    uint256 private constant EC_PAIRING = 8;

    uint256 private constant SIGNALS = 10;

    /// @dev alpha (2), beta (4), gamma (4), delta (4), and one point (2) each for the constant and the signals.
    uint256 private constant KEY_WORDS = 36;
    uint256 private constant POINTS_AT = 14;

    /// @inheritdoc ISvcProofVerifier
    uint8 public immutable kind;

    address private immutable _key;

    /// @param kind_ The circuit, 1 to 4.
    /// @param key alpha, beta, gamma, delta, then the constant's and the signals' eleven points. The coordinates of
    /// beta, gamma and delta have the imaginary part first.
    constructor(uint8 kind_, uint256[36] memory key) {
        kind = kind_;
        _requireOnCurve(key);
        // Deploys a contract whose code is a STOP followed by the key. The first eleven bytes are the deployment code.
        bytes memory creation = abi.encodePacked(hex"6104818061000b3d393df3", hex"00", key);
        address made;
        assembly ("memory-safe") {
            made := create(0, add(creation, 32), mload(creation))
        }
        if (made == address(0)) revert KeyRejected();
        _key = made;
    }

    /// @notice The verification key, in the order of the constructor.
    function verificationKey() public view returns (uint256[36] memory key) {
        address from = _key;
        assembly ("memory-safe") {
            extcodecopy(from, key, 1, mul(KEY_WORDS, 32))
        }
    }

    /// @inheritdoc ISvcProofVerifier
    function verifyProof(
        uint256[2] calldata a,
        uint256[2][2] calldata b,
        uint256[2] calldata c,
        uint256[10] calldata signals
    ) external view {
        uint256[36] memory key = verificationKey();
        (uint256 x, uint256 y) = _combine(key, signals);
        if (a[1] >= BASE_FIELD) revert ProofRejected();

        // e(-a, b) * e(alpha, beta) * e(x, gamma) * e(c, delta) = 1
        uint256[24] memory pairs;
        pairs[0] = a[0];
        pairs[1] = a[1] == 0 ? 0 : BASE_FIELD - a[1];
        pairs[2] = b[0][0];
        pairs[3] = b[0][1];
        pairs[4] = b[1][0];
        pairs[5] = b[1][1];
        pairs[6] = key[0];
        pairs[7] = key[1];
        pairs[12] = x;
        pairs[13] = y;
        pairs[18] = c[0];
        pairs[19] = c[1];
        for (uint256 word = 0; word < 4; ++word) {
            pairs[8 + word] = key[2 + word];
            pairs[14 + word] = key[6 + word];
            pairs[20 + word] = key[10 + word];
        }
        (bool answered, bool holds) = _pair(pairs);
        if (!answered || !holds) revert ProofRejected();
    }

    /// @dev The constant's point plus the sum of each signal times its point.
    function _combine(
        uint256[36] memory key,
        uint256[10] calldata signals
    ) private view returns (uint256 x, uint256 y) {
        x = key[POINTS_AT];
        y = key[POINTS_AT + 1];
        uint256[4] memory words;
        for (uint256 index = 0; index < SIGNALS; ++index) {
            uint256 signal = signals[index];
            if (signal >= SCALAR_FIELD) revert SignalOutOfField(index);
            words[0] = key[POINTS_AT + 2 + 2 * index];
            words[1] = key[POINTS_AT + 3 + 2 * index];
            words[2] = signal;
            bool answered;
            assembly ("memory-safe") {
                // Writes the product behind the sum, so that the next call can take both.
                answered := staticcall(gas(), EC_MUL, words, 96, add(words, 64), 64)
                mstore(words, x)
                mstore(add(words, 32), y)
                answered := and(staticcall(gas(), EC_ADD, words, 128, words, 64), answered)
                x := mload(words)
                y := mload(add(words, 32))
            }
            if (!answered) revert ProofRejected();
        }
    }

    /// @dev The precompile fails for points that are not on the curve, have a coordinate outside of the field or, for
    /// the second group, are outside of the subgroup.
    function _pair(uint256[24] memory pairs) private view returns (bool answered, bool holds) {
        assembly ("memory-safe") {
            answered := staticcall(gas(), EC_PAIRING, pairs, 768, 0, 32)
            holds := and(answered, eq(mload(0), 1))
        }
    }

    function _requireOnCurve(uint256[36] memory key) private view {
        uint256[24] memory pairs;
        for (uint256 word = 0; word < 4; ++word) {
            pairs[2 + word] = key[2 + word];
            pairs[8 + word] = key[6 + word];
            pairs[14 + word] = key[10 + word];
        }
        // The first point of every pair is zero, so the result is 1 if the second points are valid.
        (bool answered, bool holds) = _pair(pairs);
        if (!answered || !holds) revert KeyRejected();
        _requireCurvePoint(key[0], key[1]);
        for (uint256 word = POINTS_AT; word < KEY_WORDS; word += 2) _requireCurvePoint(key[word], key[word + 1]);
    }

    function _requireCurvePoint(uint256 x, uint256 y) private pure {
        uint256 square = mulmod(y, y, BASE_FIELD);
        uint256 cube = addmod(mulmod(mulmod(x, x, BASE_FIELD), x, BASE_FIELD), 3, BASE_FIELD);
        bool zero = x == 0 && y == 0;
        if (x >= BASE_FIELD || y >= BASE_FIELD || (square != cube && !zero)) revert KeyRejected();
    }
}
