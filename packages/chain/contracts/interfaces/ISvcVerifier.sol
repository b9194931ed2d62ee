// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Access checks: `verify(cooperator, user)` returns whether a user is approved for a cooperator.
/// @notice A cooperator is the address of an application (a contract or an account) with one question set. Users are
/// approved with a zero-knowledge proof (`approve`), or by the operator after a check by the service (`grant`).
interface ISvcVerifier {
    /// @notice The result of `verify`: Approved, or the reason for false.
    enum Verdict {
        Approved,
        NoQuestionSet,
        NotApproved,
        OldQuestionSet,
        Expired,
        WalletReleased,
        TokenNotValid,
        HandleRevoked,
        IssuerRemoved,
        Suspended
    }

    /// @notice The requirements of a cooperator.
    /// @param kind The circuit (1 to 4), or 0 without a question set.
    /// @param version Increases with every change or removal. Approvals of another version are invalid.
    /// @param approvalPeriod Validity of an approval by proof, in seconds.
    /// @param merchant The merchant's number.
    /// @param program The program's number.
    /// @param questions The hash of the questions, as computed by the circuit.
    struct QuestionSet {
        uint8 kind;
        uint32 version;
        uint32 approvalPeriod;
        uint128 merchant;
        uint128 program;
        uint256 questions;
    }

    /// @notice The approval of a user at a cooperator.
    /// @param validUntil The last second of validity, or 0 without an approval.
    /// @param version The version of the question set at the time of the approval.
    /// @param issuer The number of the credential's issuer, or 0 for a grant.
    /// @param epoch For a proof: the number of times the user's wallet had been released.
    /// @param tokenId The token of a grant, or 0 for a proof.
    /// @param handle The revocation handle of the proof's credential, or 0 for a grant.
    struct Approval {
        uint64 validUntil;
        uint32 version;
        uint32 issuer;
        uint32 epoch;
        uint96 tokenId;
        uint256 handle;
    }

    /// @notice A cooperator's question set changed. All its users need a new approval.
    event QuestionSetChanged(
        address indexed cooperator,
        uint8 indexed kind,
        uint32 version,
        uint128 merchant,
        uint128 program,
        uint256 questions,
        uint32 approvalPeriod
    );

    /// @notice A cooperator's question set was removed. No user is approved.
    event QuestionSetRemoved(address indexed cooperator, uint32 version);

    /// @notice A user was approved by proof.
    event Approved(
        address indexed cooperator,
        address indexed user,
        uint256 indexed nullifier,
        uint256 handle,
        uint256 issuerKey,
        uint32 version,
        uint64 validUntil
    );

    /// @notice The operator approved the holder of a token.
    event Granted(
        address indexed cooperator,
        address indexed user,
        bytes32 indexed grantId,
        uint256 tokenId,
        uint32 version,
        uint64 validUntil
    );

    /// @notice An approval or grant was revoked. Earlier proofs can't restore it.
    event ApprovalRevoked(address indexed cooperator, address indexed user, address indexed by);

    /// @notice The credential with this handle was revoked.
    event HandleWasRevoked(uint256 indexed handle, address indexed by);

    /// @notice Approvals by proof of this credential do not count until that time, and it makes no further ones. Zero
    /// ends the suspension.
    event HandleSuspended(uint256 indexed handle, uint48 until, address indexed by);

    /// @notice Grants by this token do not count until that time. Zero ends the suspension.
    event TokenSuspended(uint256 indexed tokenId, uint48 until, address indexed by);

    /// @notice Credentials signed with this issuer key are accepted from that time on.
    event IssuerAdded(uint256 indexed issuerKey, uint48 from);

    /// @notice Credentials signed with this issuer key, and approvals made with them, are no longer accepted.
    event IssuerWasRemoved(uint256 indexed issuerKey, address indexed by);

    /// @notice This contract verifies proofs of a kind from that time on. A zero address removes the verifier.
    event ProofVerifierChanged(uint8 indexed kind, address indexed verifier, uint48 from);

    /// @notice A wallet was released. Its approvals by proof end, and its person can use another wallet.
    event NullifierReleased(uint256 indexed nullifier, address indexed user, address indexed by);

    /// @notice The cooperator has no question set.
    error CooperatorWithoutQuestions(address cooperator);
    /// @notice Kinds are 1 to 4.
    error UnknownKind(uint8 kind);
    /// @notice A cooperator or a user must not be the zero address.
    error ZeroAddress();
    /// @notice The approval period must not be zero.
    error ZeroPeriod();
    /// @notice No verifier contract is set for proofs of this kind.
    error NoProofVerifier(uint8 kind);
    /// @notice That contract verifies proofs of another kind.
    error WrongProofVerifier(uint8 kind, address verifier);
    /// @notice The proof was made for another wallet than the sender's.
    error OtherWallet(uint256 wallet, address sender);
    /// @notice The proof was made for another chain.
    error OtherChain(uint256 chain);
    /// @notice The date of the proof is not yesterday, today or tomorrow.
    error OtherDay(uint256 day);
    /// @notice The proof was made for another merchant or program.
    error OtherProgram(uint256 merchant, uint256 program);
    /// @notice The proof is for other questions.
    error OtherQuestions(uint256 questions);
    /// @notice The proof has another challenge: it was already used, or an approval was revoked after it was made.
    error OtherChallenge(uint256 challenge, uint256 expected);
    /// @notice Credentials of this issuer are not accepted.
    error UnknownIssuer(uint256 issuerKey);
    /// @notice The issuer is already accepted.
    error IssuerKnown(uint256 issuerKey);
    /// @notice The person behind the proof has already used another wallet.
    error NullifierUsed(uint256 nullifier, address user);
    /// @notice No wallet is bound to this nullifier.
    error NullifierNotUsed(uint256 nullifier);
    /// @notice The credential behind the proof is revoked.
    error CredentialRevoked(uint256 handle);
    /// @notice The credential behind the proof is suspended. The same proof can be sent again afterwards.
    error CredentialSuspended(uint256 handle);
    /// @notice A later suspension, or the end of it, was already executed.
    error OldSuspension(uint48 order, uint48 latest);
    /// @notice A suspension lasts at most seven days.
    error SuspensionTooLong(uint48 until);
    /// @notice This grant was already executed.
    error GrantIdUsed(bytes32 grantId);
    /// @notice The id of a grant must not be zero.
    error ZeroId();
    /// @notice The expiry is in the past.
    error AlreadyExpired(uint64 validUntil);
    /// @notice The token does not have the kind that the cooperator requires.
    error KindNotValid(uint256 tokenId, uint8 kind);

    /// @notice Whether the user is currently approved for the cooperator.
    function verify(address cooperator, address user) external view returns (bool);

    /// @notice The reason for the result of `verify`.
    function explain(address cooperator, address user) external view returns (Verdict);

    /// @notice Whether the user has a valid approval or grant for the cooperator's current question set. Unlike
    /// `verify`, ignores suspensions and later changes of the token, the credential and the issuer.
    function hasApproved(address cooperator, address user) external view returns (bool);

    /// @notice Approves the sender with a zero-knowledge proof.
    /// @param cooperator The cooperator to be approved for.
    /// @param a The proof's first point.
    /// @param b The proof's second point, with the imaginary part of each coordinate first.
    /// @param c The proof's third point.
    /// @param signals nullifier, revocation handle, issuer key, merchant, program, wallet, chain, day, questions,
    /// challenge.
    function approve(
        address cooperator,
        uint256[2] calldata a,
        uint256[2][2] calldata b,
        uint256[2] calldata c,
        uint256[10] calldata signals
    ) external;

    /// @notice Approves a user by a token of the same person that has the required kind. Only for the operator. Another
    /// wallet of the person may hold the token, for example the wallet managed by the service.
    /// @param grantId A single-use id from the caller that makes the grant idempotent.
    function grant(
        address cooperator,
        address user,
        uint256 tokenId,
        uint64 validUntil,
        bytes32 grantId
    ) external;

    /// @notice Revokes the sender's approval for a cooperator. Works while paused.
    function revoke(address cooperator) external;

    /// @notice Revokes a user's approval for a cooperator. Only for the operator. Works while paused.
    function revoke(address cooperator, address user) external;

    /// @notice Revokes the credential with this handle. Only for the operator. Works while paused.
    function revokeHandle(uint256 handle) external;

    /// @notice Suspends the credential with this handle: until the given time, its approvals do not count and its proofs
    /// are rejected. Only for the operator. Works while paused.
    /// @param until At most seven days from now. A time in the past, such as zero, ends the suspension.
    /// @param order A number that increases with each call. Calls with a lower or equal number are rejected.
    function suspendHandle(uint256 handle, uint48 until, uint48 order) external;

    /// @notice Suspends the grants by this token at all cooperators. Otherwise like `suspendHandle`.
    function suspendToken(uint256 tokenId, uint48 until, uint48 order) external;

    /// @notice The challenge required in the user's next proof for the cooperator.
    function nonces(address cooperator, address user) external view returns (uint256);
}
