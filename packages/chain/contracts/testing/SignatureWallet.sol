// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title A wallet contract with one owner, for login tests. Confirms the owner's signatures by ERC-1271.
contract SignatureWallet is IERC1271 {
    /// @notice The owner, whose signatures are valid.
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    /// @inheritdoc IERC1271
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError problem, ) = ECDSA.tryRecover(hash, signature);
        return problem == ECDSA.RecoverError.NoError && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// @title Deploys such wallets at predictable addresses, for tests of ERC-6492.
contract SignatureWalletFactory {
    /// @notice Deploys the wallet of an owner.
    function make(address owner, bytes32 salt) external returns (address) {
        return address(new SignatureWallet{salt: salt}(owner));
    }
}
