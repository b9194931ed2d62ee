// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title The soulbound token of a verified person: one per person on this chain, never moved.
/// @notice Kinds are the circuits of the credential: 1 personhood, 2 KYC, 3 proof of address, 4 accredited investor.
/// Times are seconds of the Unix epoch; a kind holds up to and with its last second. `person` is a keyed hash that the
/// service makes; nobody can turn it into a person without the service's key.
interface ISvcSBT {
    /// @notice A person without a token got one.
    event TokenMinted(uint256 indexed tokenId, bytes32 indexed person, address indexed holder, bytes32 mintId);

    /// @notice A kind was added to a token, or renewed on it.
    event KindSet(uint256 indexed tokenId, uint8 indexed kind, uint64 validUntil, bytes32 indexed mintId);

    /// @notice A kind of a token was taken back.
    event KindRevoked(uint256 indexed tokenId, uint8 indexed kind, address indexed by);

    /// @notice A token is gone for ever; its person may get another one.
    event TokenBurned(uint256 indexed tokenId, bytes32 indexed person, address indexed by);

    /// @notice The token belongs to its holder: it can't be moved, and nobody can be allowed to move it.
    error Soulbound();

    /// @notice This mint already happened, on that token.
    error MintIdUsed(bytes32 mintId, uint256 tokenId);

    /// @notice The person already has a token, held by another address.
    error PersonHasToken(uint256 tokenId, address owner);

    /// @notice Kinds are 1 to 4.
    error UnknownKind(uint8 kind);

    /// @notice The last second of validity is already past.
    error AlreadyExpired(uint64 validUntil);

    /// @notice A person or a mint must have an id other than zero.
    error ZeroId();

    /// @notice The token does not carry this kind, or it is revoked already.
    error KindNotHeld(uint256 tokenId, uint8 kind);

    /// @notice Only the holder and who revokes may burn a token.
    error NotHolderNorRevoker(uint256 tokenId, address caller);

    /// @notice Mints a token for a person, or adds (renews) a kind on the token that the person has.
    /// @param to Who holds the token; the same address as before for a person who has one.
    /// @param person The keyed hash of the person.
    /// @param kind What was verified, 1 to 4.
    /// @param validUntil The last second in which it counts.
    /// @param mintId Made by the caller, used once for ever: the same mint sent twice happens once.
    /// @return tokenId The token that carries the kind now.
    function mint(
        address to,
        bytes32 person,
        uint8 kind,
        uint64 validUntil,
        bytes32 mintId
    ) external returns (uint256 tokenId);

    /// @notice Takes one kind of a token back. Works while paused.
    function revokeKind(uint256 tokenId, uint8 kind) external;

    /// @notice Removes a token, by its holder or by who revokes. Works while paused.
    function burn(uint256 tokenId) external;

    /// @notice Whether the token exists and carries the kind, unrevoked and unexpired.
    function isValid(uint256 tokenId, uint8 kind) external view returns (bool);

    /// @notice What a token carries of a kind; (0, false) when nothing.
    function credentialOf(uint256 tokenId, uint8 kind) external view returns (uint64 validUntil, bool revoked);

    /// @notice The token of a person, 0 when there is none.
    function tokenOfPerson(bytes32 person) external view returns (uint256 tokenId);

    /// @notice The token that a mint touched, 0 when that mint never happened. Stays when the token is burned.
    function tokenOfMint(bytes32 mintId) external view returns (uint256 tokenId);

    /// @notice The keyed hash of the token's person. Reverts for a token that does not exist.
    function personOf(uint256 tokenId) external view returns (bytes32 person);

    /// @notice How many tokens were ever minted; ids count from 1 to this number and are never used again.
    function lastTokenId() external view returns (uint256);
}
