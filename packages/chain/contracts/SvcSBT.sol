// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControlDefaultAdminRules} from
    "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {IERC5192} from "./interfaces/IERC5192.sol";
import {ISvcSBT} from "./interfaces/ISvcSBT.sol";

/// @title The soulbound token of a verified person.
/// @notice See ISvcSBT for the functions. Stores no personal data: only addresses, a keyed hash, kinds and times.
contract SvcSBT is ISvcSBT, IERC5192, ERC721, AccessControlDefaultAdminRules, Pausable {
    using Strings for uint256;

    /// @notice May mint.
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    /// @notice May revoke kinds and burn tokens.
    bytes32 public constant REVOKER_ROLE = keccak256("REVOKER_ROLE");

    /// @notice May pause and resume minting.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    uint8 private constant LAST_KIND = 4;

    struct Credential {
        uint64 validUntil;
        bool revoked;
    }

    /// @inheritdoc ISvcSBT
    uint256 public lastTokenId;

    /// @inheritdoc ISvcSBT
    mapping(bytes32 person => uint256 tokenId) public tokenOfPerson;

    /// @inheritdoc ISvcSBT
    mapping(bytes32 mintId => uint256 tokenId) public tokenOfMint;

    mapping(uint256 tokenId => bytes32 person) private _persons;
    mapping(uint256 tokenId => mapping(uint8 kind => Credential)) private _credentials;

    /// @param admin Manages roles. Can be changed in two steps.
    /// @param adminDelay Seconds between the two steps.
    /// @param minter Receives MINTER_ROLE.
    /// @param revoker Receives REVOKER_ROLE.
    constructor(
        address admin,
        uint48 adminDelay,
        address minter,
        address revoker
    ) ERC721("Touchstone Verification", "TSV") AccessControlDefaultAdminRules(adminDelay, admin) {
        _grantRole(PAUSER_ROLE, admin);
        _grantRole(MINTER_ROLE, minter);
        _grantRole(REVOKER_ROLE, revoker);
    }

    /// @inheritdoc ISvcSBT
    function mint(
        address to,
        bytes32 person,
        uint8 kind,
        uint64 validUntil,
        bytes32 mintId
    ) external onlyRole(MINTER_ROLE) whenNotPaused returns (uint256 tokenId) {
        _requireKind(kind);
        if (person == 0 || mintId == 0) revert ZeroId();
        uint256 minted = tokenOfMint[mintId];
        // This check comes first: a repeated mint always returns the token, even after its expiry.
        if (minted != 0) revert MintIdUsed(mintId, minted);
        if (validUntil < block.timestamp) revert AlreadyExpired(validUntil);

        tokenId = tokenOfPerson[person];
        if (tokenId == 0) {
            tokenId = ++lastTokenId;
            tokenOfPerson[person] = tokenId;
            _persons[tokenId] = person;
            // Not `_safeMint`: it calls the receiver, which would run foreign code during a mint and exclude wallet
            // contracts without ERC-721 support. A soulbound token can't be lost by a transfer.
            _mint(to, tokenId);
            emit TokenMinted(tokenId, person, to, mintId);
            emit Locked(tokenId);
        } else {
            address holder = _ownerOf(tokenId);
            if (holder != to) revert PersonHasToken(tokenId, holder);
        }
        tokenOfMint[mintId] = tokenId;
        _credentials[tokenId][kind] = Credential(validUntil, false);
        emit KindSet(tokenId, kind, validUntil, mintId);
    }

    /// @inheritdoc ISvcSBT
    function revokeKind(uint256 tokenId, uint8 kind) external onlyRole(REVOKER_ROLE) {
        _requireOwned(tokenId);
        Credential storage credential = _credentials[tokenId][kind];
        if (credential.validUntil == 0 || credential.revoked) revert KindNotHeld(tokenId, kind);
        credential.revoked = true;
        emit KindRevoked(tokenId, kind, msg.sender);
    }

    /// @inheritdoc ISvcSBT
    function burn(uint256 tokenId) external {
        address holder = _requireOwned(tokenId);
        if (msg.sender != holder && !hasRole(REVOKER_ROLE, msg.sender)) {
            revert NotHolderNorRevoker(tokenId, msg.sender);
        }
        bytes32 person = _persons[tokenId];
        delete _persons[tokenId];
        delete tokenOfPerson[person];
        for (uint8 kind = 1; kind <= LAST_KIND; ++kind) delete _credentials[tokenId][kind];
        _burn(tokenId);
        emit TokenBurned(tokenId, person, msg.sender);
    }

    /// @notice Pauses minting. Revoking, burning and reading remain possible.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Resumes minting.
    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    /// @inheritdoc ISvcSBT
    function isValid(uint256 tokenId, uint8 kind) public view returns (bool) {
        // Burning deletes all credentials of a token.
        Credential storage credential = _credentials[tokenId][kind];
        return !credential.revoked && credential.validUntil >= block.timestamp;
    }

    /// @inheritdoc ISvcSBT
    function credentialOf(uint256 tokenId, uint8 kind) external view returns (uint64 validUntil, bool revoked) {
        Credential storage credential = _credentials[tokenId][kind];
        return (credential.validUntil, credential.revoked);
    }

    /// @inheritdoc ISvcSBT
    function personOf(uint256 tokenId) external view returns (bytes32) {
        _requireOwned(tokenId);
        return _persons[tokenId];
    }

    /// @inheritdoc IERC5192
    function locked(uint256 tokenId) external view returns (bool) {
        _requireOwned(tokenId);
        return true;
    }

    /// @notice Metadata without personal data, generated by the contract: the token's valid kinds.
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        string[4] memory names = ["Personhood", "KYC", "Proof of address", "Accredited investor"];
        string memory traits = "";
        for (uint8 kind = 1; kind <= LAST_KIND; ++kind) {
            if (!isValid(tokenId, kind)) continue;
            traits = string.concat(
                traits,
                bytes(traits).length == 0 ? "" : ",",
                '{"display_type":"date","trait_type":"',
                names[kind - 1],
                ' until","value":',
                uint256(_credentials[tokenId][kind].validUntil).toString(),
                "}"
            );
        }
        bytes memory description = abi.encodePacked(
            '{"name":"Verification ',
            tokenId.toString(),
            '","description":"Soulbound proof of verification. It holds no personal data and cannot be moved.",',
            '"attributes":[',
            traits,
            "]}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(description));
    }

    /// @notice Always reverts: soulbound tokens can't be approved for transfer.
    function approve(address, uint256) public pure override(ERC721) {
        revert Soulbound();
    }

    /// @notice Always reverts: soulbound tokens can't be approved for transfer.
    function setApprovalForAll(address, bool) public pure override(ERC721) {
        revert Soulbound();
    }

    /// @notice Always reverts, like both forms of `safeTransferFrom`: soulbound tokens can't be transferred.
    function transferFrom(address, address, uint256) public pure override(ERC721) {
        revert Soulbound();
    }

    /// @notice ERC-165: ERC-721, ERC-5192 (0xb45a3c0e), ISvcSBT and the access control interfaces.
    function supportsInterface(
        bytes4 interfaceId
    ) public view override(ERC721, AccessControlDefaultAdminRules) returns (bool) {
        return
            interfaceId == type(IERC5192).interfaceId ||
            interfaceId == type(ISvcSBT).interfaceId ||
            super.supportsInterface(interfaceId);
    }

    /// @dev Final safeguard: only mints and burns pass, whatever function calls it.
    function _update(address to, uint256 tokenId, address auth) internal override returns (address) {
        if (to != address(0) && _ownerOf(tokenId) != address(0)) revert Soulbound();
        return super._update(to, tokenId, auth);
    }

    function _requireKind(uint8 kind) private pure {
        if (kind == 0 || kind > LAST_KIND) revert UnknownKind(kind);
    }
}
