// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title The soulbound token of a verified person: one per person and chain, never transferred.
/// @notice Kinds are the credential circuits: 1 personhood, 2 KYC, 3 proof of address, 4 accredited investor. Times are
/// in seconds since the Unix epoch; a kind is valid up to and including its last second. `person` is a hash keyed by
/// the service. Only the holder of that key can link it to a person.
interface ISvcSBT {
    /// @notice A token was minted for a person.
    event TokenMinted(uint256 indexed tokenId, bytes32 indexed person, address indexed holder, bytes32 mintId);

    /// @notice A kind was added to a token or renewed.
    event KindSet(uint256 indexed tokenId, uint8 indexed kind, uint64 validUntil, bytes32 indexed mintId);

    /// @notice A kind of a token was revoked.
    event KindRevoked(uint256 indexed tokenId, uint8 indexed kind, address indexed by);

    /// @notice A token was burned. Its person can get another one.
    event TokenBurned(uint256 indexed tokenId, bytes32 indexed person, address indexed by);

    /// @notice The token is bound to its holder and can't be transferred or approved for transfer.
    error Soulbound();

    /// @notice This mint was already executed, on that token.
    error MintIdUsed(bytes32 mintId, uint256 tokenId);

    /// @notice The person already has a token, held by another address.
    error PersonHasToken(uint256 tokenId, address owner);

    /// @notice Kinds are 1 to 4.
    error UnknownKind(uint8 kind);

    /// @notice The expiry is in the past.
    error AlreadyExpired(uint64 validUntil);

    /// @notice The id of a person or mint must not be zero.
    error ZeroId();

    /// @notice The token does not have this kind, or the kind is already revoked.
    error KindNotHeld(uint256 tokenId, uint8 kind);

    /// @notice Only the holder and accounts with REVOKER_ROLE can burn a token.
    error NotHolderNorRevoker(uint256 tokenId, address caller);

    /// @notice Mints a token for a person, or adds or renews a kind on the person's token.
    /// @param to The holder of the token. For a person who has a token, it must be the current holder.
    /// @param person The keyed hash of the person.
    /// @param kind The verified kind, 1 to 4.
    /// @param validUntil The last second of validity.
    /// @param mintId A single-use id from the caller that makes the mint idempotent.
    /// @return tokenId The token with the kind.
    function mint(
        address to,
        bytes32 person,
        uint8 kind,
        uint64 validUntil,
        bytes32 mintId
    ) external returns (uint256 tokenId);

    /// @notice Revokes one kind of a token. Works while paused.
    function revokeKind(uint256 tokenId, uint8 kind) external;

    /// @notice Burns a token. Only for its holder and the revoker. Works while paused.
    function burn(uint256 tokenId) external;

    /// @notice Whether the token exists and has the kind, not revoked and not expired.
    function isValid(uint256 tokenId, uint8 kind) external view returns (bool);

    /// @notice The expiry and revocation of a token's kind; (0, false) if the token does not have it.
    function credentialOf(uint256 tokenId, uint8 kind) external view returns (uint64 validUntil, bool revoked);

    /// @notice The token of a person, or 0.
    function tokenOfPerson(bytes32 person) external view returns (uint256 tokenId);

    /// @notice The token of a mint, or 0 if the mint was not executed. Remains after the token is burned.
    function tokenOfMint(bytes32 mintId) external view returns (uint256 tokenId);

    /// @notice The keyed hash of the token's person. Reverts for a nonexistent token.
    function personOf(uint256 tokenId) external view returns (bytes32 person);

    /// @notice The number of tokens ever minted. Ids count up from 1 and are never reused.
    function lastTokenId() external view returns (uint256);
}
