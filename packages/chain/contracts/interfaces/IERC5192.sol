// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Minimal soulbound tokens (ERC-5192). The ERC-165 interface id is 0xb45a3c0e.
interface IERC5192 {
    /// @notice The token can no longer be transferred.
    event Locked(uint256 tokenId);

    /// @notice The token can now be transferred. The contracts of this service never emit it.
    event Unlocked(uint256 tokenId);

    /// @notice Whether the token is bound to its holder. Reverts for a nonexistent token.
    function locked(uint256 tokenId) external view returns (bool);
}
