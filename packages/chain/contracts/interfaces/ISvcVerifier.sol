// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Who may use what: a cooperator asks `verify(cooperator, user)` and gets a yes or a no.
/// @notice A cooperator is the address of an application (a contract or an account). It has one question set. A user
/// answers it by a proof in zero knowledge (`approve`), or the operator says so after a check at the service (`grant`).
interface ISvcVerifier {
    /// @notice Why `verify` says yes (Approved) or no (all others).
    enum Verdict {
        Approved,
        NoQuestionSet,
        NotApproved,
        OldQuestionSet,
        Expired,
        WalletReleased,
        TokenNotValid,
        HandleRevoked,
        IssuerRemoved
    }

    /// @notice What a cooperator asks.
    /// @param kind The circuit (1 to 4); 0 when there is no question set.
    /// @param version Counts every change, also a removal; approvals of another version do not count.
    /// @param approvalPeriod For how many seconds an answer by proof counts.
    /// @param merchant The merchant's number.
    /// @param program The program's number.
    /// @param questions The hash of the questions, as the circuit makes it.
    struct QuestionSet {
        uint8 kind;
        uint32 version;
        uint32 approvalPeriod;
        uint128 merchant;
        uint128 program;
        uint256 questions;
    }

    /// @notice What is known of a user at a cooperator.
    /// @param validUntil The last second in which it counts; 0 when there is nothing.
    /// @param version The question set that was answered.
    /// @param issuer The place of the credential's issuer in the list of issuers, 0 for a grant.
    /// @param epoch How often the user's wallet had been released, for a proof.
    /// @param tokenId The token of a grant, 0 for a proof.
    /// @param handle The revocation handle of the proof's credential, 0 for a grant.
    struct Approval {
        uint64 validUntil;
        uint32 version;
        uint32 issuer;
        uint32 epoch;
        uint96 tokenId;
        uint256 handle;
    }

    /// @notice A cooperator asks something new; whoever was approved must answer again.
    event QuestionSetChanged(
        address indexed cooperator,
        uint8 indexed kind,
        uint32 version,
        uint128 merchant,
        uint128 program,
        uint256 questions,
        uint32 approvalPeriod
    );

    /// @notice A cooperator asks nothing any more; nobody is approved.
    event QuestionSetRemoved(address indexed cooperator, uint32 version);

    /// @notice A user answered by a proof.
    event Approved(
        address indexed cooperator,
        address indexed user,
        uint256 indexed nullifier,
        uint256 handle,
        uint256 issuerKey,
        uint32 version,
        uint64 validUntil
    );

    /// @notice The operator approved a user who holds a token.
    event Granted(
        address indexed cooperator,
        address indexed user,
        bytes32 indexed grantId,
        uint256 tokenId,
        uint32 version,
        uint64 validUntil
    );

    /// @notice An approval or grant was taken back, and proofs made before can't bring it back.
    event ApprovalRevoked(address indexed cooperator, address indexed user, address indexed by);

    /// @notice The credential behind this handle counts no more.
    event HandleWasRevoked(uint256 indexed handle, address indexed by);

    /// @notice Credentials of this issuer's key are taken from that second on.
    event IssuerAdded(uint256 indexed issuerKey, uint48 from);

    /// @notice Credentials of this issuer's key count no more, nor do approvals made with them.
    event IssuerWasRemoved(uint256 indexed issuerKey, address indexed by);

    /// @notice Proofs of a kind are checked by this contract from that second on; zero for by none.
    event ProofVerifierChanged(uint8 indexed kind, address indexed verifier, uint48 from);

    /// @notice A wallet is given up: its approvals by proof count no more, its person may prove with another wallet.
    event NullifierReleased(uint256 indexed nullifier, address indexed user, address indexed by);

    /// @notice The cooperator has no question set.
    error CooperatorWithoutQuestions(address cooperator);
    /// @notice Kinds are 1 to 4.
    error UnknownKind(uint8 kind);
    /// @notice A cooperator or a user must not be the zero address.
    error ZeroAddress();
    /// @notice An answer must count for some time.
    error ZeroPeriod();
    /// @notice No contract checks proofs of this kind.
    error NoProofVerifier(uint8 kind);
    /// @notice That contract checks proofs of another kind.
    error WrongProofVerifier(uint8 kind, address verifier);
    /// @notice The proof was made for another wallet than the sender.
    error OtherWallet(uint256 wallet, address sender);
    /// @notice The proof was made for another chain.
    error OtherChain(uint256 chain);
    /// @notice The proof's day is neither yesterday, today nor tomorrow.
    error OtherDay(uint256 day);
    /// @notice The proof was made for another merchant or program.
    error OtherProgram(uint256 merchant, uint256 program);
    /// @notice The proof answers other questions.
    error OtherQuestions(uint256 questions);
    /// @notice The proof was made for another challenge: used already, or void since a revocation.
    error OtherChallenge(uint256 challenge, uint256 expected);
    /// @notice Credentials of this issuer are not taken.
    error UnknownIssuer(uint256 issuerKey);
    /// @notice The issuer is in the list already.
    error IssuerKnown(uint256 issuerKey);
    /// @notice The person behind the proof already answered with another wallet.
    error NullifierUsed(uint256 nullifier, address user);
    /// @notice No wallet is bound to this nullifier.
    error NullifierNotUsed(uint256 nullifier);
    /// @notice The credential behind the proof is revoked.
    error CredentialRevoked(uint256 handle);
    /// @notice This grant already happened.
    error GrantIdUsed(bytes32 grantId);
    /// @notice A grant must have an id other than zero.
    error ZeroId();
    /// @notice The last second of validity is already past.
    error AlreadyExpired(uint64 validUntil);
    /// @notice The token does not carry the kind that the cooperator asks for.
    error KindNotValid(uint256 tokenId, uint8 kind);

    /// @notice Whether the user may pass at the cooperator, at this moment.
    function verify(address cooperator, address user) external view returns (bool);

    /// @notice Why `verify` says what it says.
    function explain(address cooperator, address user) external view returns (Verdict);

    /// @notice Whether the user has an unrevoked, unexpired approval or grant under the cooperator's present question
    /// set. Unlike `verify` it does not look at what happened to the token, the credential or the issuer since.
    function hasApproved(address cooperator, address user) external view returns (bool);

    /// @notice The user answers a cooperator's questions by a proof.
    /// @param cooperator Who asks.
    /// @param a The proof's first point.
    /// @param b The proof's second point, of each coordinate the imaginary part first.
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

    /// @notice The operator approves a person's wallet, by the token of that person with the kind that the cooperator asks
    /// for. The token may be held by another wallet of the same person, as the one that the service keeps it in.
    /// @param grantId Made by the caller, used once for ever: the same grant sent twice happens once.
    function grant(
        address cooperator,
        address user,
        uint256 tokenId,
        uint64 validUntil,
        bytes32 grantId
    ) external;

    /// @notice The user takes back what it has at a cooperator. Works while paused.
    function revoke(address cooperator) external;

    /// @notice The operator takes back what a user has at a cooperator. Works while paused.
    function revoke(address cooperator, address user) external;

    /// @notice The operator revokes the credential behind a handle. Works while paused.
    function revokeHandle(uint256 handle) external;

    /// @notice The challenge that the user's next proof for the cooperator must carry.
    function nonces(address cooperator, address user) external view returns (uint256);
}
