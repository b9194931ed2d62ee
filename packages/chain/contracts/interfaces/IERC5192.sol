// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Minimal soulbound tokens (ERC-5192); its ERC-165 id is 0xb45a3c0e.
interface IERC5192 {
    /// @notice The token can't be moved from now on.
    event Locked(uint256 tokenId);

    /// @notice The token can be moved from now on. No token of this service ever emits it.
    event Unlocked(uint256 tokenId);

    /// @notice Whether the token is bound to its holder. Reverts for a token that does not exist.
    function locked(uint256 tokenId) external view returns (bool);
}
