// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControlDefaultAdminRules} from
    "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ISvcProofVerifier} from "./interfaces/ISvcProofVerifier.sol";
import {ISvcSBT} from "./interfaces/ISvcSBT.sol";
import {ISvcVerifier} from "./interfaces/ISvcVerifier.sol";
import {CalendarDay} from "./libraries/CalendarDay.sol";

/// @title Decides whether a user is approved for a cooperator.
/// @notice See ISvcVerifier for the functions. A pause stops `approve` and `grant`, but not revoking, suspending or reading. New
/// issuers and proof verifiers become active only after the admin's delay, so that misuse of a stolen admin key can be
/// noticed first. Removals take effect immediately.
contract SvcVerifier is ISvcVerifier, AccessControlDefaultAdminRules, Pausable {
    using SafeCast for uint256;

    /// @notice May set question sets, grant, revoke, suspend and release wallets.
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    /// @notice May pause and resume approvals and grants.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice A proof verifier that becomes active at `from`.
    struct NextProofVerifier {
        ISvcProofVerifier verifier;
        uint48 from;
    }

    /// @notice Whether a credential is revoked, and until when a credential or a token is suspended.
    struct Hold {
        bool revoked;
        uint48 suspendedUntil;
        uint48 order;
    }

    /// @notice The longest suspension. It ends by itself if the operator does not extend it.
    uint48 public constant LONGEST_SUSPENSION = 7 days;

    uint8 private constant LAST_KIND = 4;

    uint256 private constant NULLIFIER = 0;
    uint256 private constant HANDLE = 1;
    uint256 private constant ISSUER_KEY = 2;
    uint256 private constant MERCHANT = 3;
    uint256 private constant PROGRAM = 4;
    uint256 private constant WALLET = 5;
    uint256 private constant CHAIN = 6;
    uint256 private constant TODAY = 7;
    uint256 private constant QUESTIONS = 8;
    uint256 private constant CHALLENGE = 9;

    /// @notice The soulbound token that grants refer to.
    ISvcSBT public immutable sbt;

    /// @notice The wallet that used a nullifier, or zero.
    mapping(uint256 nullifier => address user) public userOfNullifier;

    /// @notice How often a wallet was released. Approvals by proof from earlier epochs are invalid.
    mapping(address user => uint32) public epochs;

    /// @notice Whether a grant id was used.
    mapping(bytes32 grantId => bool) public isGrantUsed;

    /// @inheritdoc ISvcVerifier
    mapping(address cooperator => mapping(address user => uint256)) public nonces;

    /// @notice The number of issuers ever added.
    uint32 public lastIssuer;

    mapping(uint256 issuerKey => uint32 issuer) private _issuers;
    mapping(uint32 issuer => uint48 from) private _acceptedFrom;
    mapping(uint8 kind => ISvcProofVerifier) private _proofVerifiers;
    mapping(uint8 kind => NextProofVerifier) private _nextProofVerifiers;
    mapping(address cooperator => QuestionSet) private _questionSets;
    mapping(address cooperator => mapping(address user => Approval)) private _approvals;
    mapping(uint256 handle => Hold) private _handles;
    mapping(uint256 tokenId => Hold) private _tokens;

    /// @param admin Manages roles, issuers and proof verifiers. Can be changed in two steps.
    /// @param adminDelay Seconds between the two steps.
    /// @param operator Receives OPERATOR_ROLE.
    /// @param sbt_ The soulbound token.
    /// @param verifiers The initial proof verifiers, each for the kind that it reports.
    /// @param issuerKeys The initially accepted issuers.
    constructor(
        address admin,
        uint48 adminDelay,
        address operator,
        ISvcSBT sbt_,
        ISvcProofVerifier[] memory verifiers,
        uint256[] memory issuerKeys
    ) AccessControlDefaultAdminRules(adminDelay, admin) {
        sbt = sbt_;
        _grantRole(PAUSER_ROLE, admin);
        _grantRole(OPERATOR_ROLE, operator);
        for (uint256 index = 0; index < verifiers.length; ++index) {
            _setProofVerifier(verifiers[index].kind(), verifiers[index], 0);
        }
        for (uint256 index = 0; index < issuerKeys.length; ++index) _addIssuer(issuerKeys[index], 0);
    }

    /// @inheritdoc ISvcVerifier
    function approve(
        address cooperator,
        uint256[2] calldata a,
        uint256[2][2] calldata b,
        uint256[2] calldata c,
        uint256[10] calldata signals
    ) external whenNotPaused {
        QuestionSet storage set = _requireQuestions(cooperator);
        if (signals[WALLET] != uint160(msg.sender)) revert OtherWallet(signals[WALLET], msg.sender);
        if (signals[CHAIN] != block.chainid) revert OtherChain(signals[CHAIN]);
        if (!CalendarDay.isWithinADay(signals[TODAY], block.timestamp)) revert OtherDay(signals[TODAY]);
        if (signals[MERCHANT] != set.merchant || signals[PROGRAM] != set.program) {
            revert OtherProgram(signals[MERCHANT], signals[PROGRAM]);
        }
        if (signals[QUESTIONS] != set.questions) revert OtherQuestions(signals[QUESTIONS]);
        uint256 nonce = nonces[cooperator][msg.sender]++;
        if (signals[CHALLENGE] != nonce) revert OtherChallenge(signals[CHALLENGE], nonce);
        uint32 issuer = _issuers[signals[ISSUER_KEY]];
        if (!_isAccepted(issuer)) revert UnknownIssuer(signals[ISSUER_KEY]);
        Hold storage hold = _handles[signals[HANDLE]];
        if (hold.revoked) revert CredentialRevoked(signals[HANDLE]);
        if (_isSuspended(hold)) revert CredentialSuspended(signals[HANDLE]);
        _bindNullifier(signals[NULLIFIER]);

        _requireProofVerifier(set.kind).verifyProof(a, b, c, signals);

        uint64 validUntil = (block.timestamp + set.approvalPeriod).toUint64();
        _approvals[cooperator][msg.sender] = Approval({
            validUntil: validUntil,
            version: set.version,
            issuer: issuer,
            epoch: epochs[msg.sender],
            tokenId: 0,
            handle: signals[HANDLE]
        });
        emit Approved(
            cooperator,
            msg.sender,
            signals[NULLIFIER],
            signals[HANDLE],
            signals[ISSUER_KEY],
            set.version,
            validUntil
        );
    }

    /// @inheritdoc ISvcVerifier
    function grant(
        address cooperator,
        address user,
        uint256 tokenId,
        uint64 validUntil,
        bytes32 grantId
    ) external onlyRole(OPERATOR_ROLE) whenNotPaused {
        QuestionSet storage set = _requireQuestions(cooperator);
        if (grantId == 0) revert ZeroId();
        if (isGrantUsed[grantId]) revert GrantIdUsed(grantId);
        if (validUntil < block.timestamp) revert AlreadyExpired(validUntil);
        if (!sbt.isValid(tokenId, set.kind)) revert KindNotValid(tokenId, set.kind);

        isGrantUsed[grantId] = true;
        _approvals[cooperator][user] = Approval({
            validUntil: validUntil,
            version: set.version,
            issuer: 0,
            epoch: 0,
            tokenId: tokenId.toUint96(),
            handle: 0
        });
        emit Granted(cooperator, user, grantId, tokenId, set.version, validUntil);
    }

    /// @inheritdoc ISvcVerifier
    function revoke(address cooperator) external {
        _revoke(cooperator, msg.sender);
    }

    /// @inheritdoc ISvcVerifier
    function revoke(address cooperator, address user) external onlyRole(OPERATOR_ROLE) {
        _revoke(cooperator, user);
    }

    /// @inheritdoc ISvcVerifier
    function revokeHandle(uint256 handle) external onlyRole(OPERATOR_ROLE) {
        if (_handles[handle].revoked) revert CredentialRevoked(handle);
        _handles[handle].revoked = true;
        emit HandleWasRevoked(handle, msg.sender);
    }

    /// @inheritdoc ISvcVerifier
    function suspendHandle(uint256 handle, uint48 until, uint48 order) external onlyRole(OPERATOR_ROLE) {
        _suspend(_handles[handle], until, order);
        emit HandleSuspended(handle, until, msg.sender);
    }

    /// @inheritdoc ISvcVerifier
    function suspendToken(uint256 tokenId, uint48 until, uint48 order) external onlyRole(OPERATOR_ROLE) {
        _suspend(_tokens[tokenId], until, order);
        emit TokenSuspended(tokenId, until, msg.sender);
    }

    /// @notice Releases the wallet that used a nullifier, for example after its key was lost. All approvals by proof of
    /// that wallet end, and the person can use another wallet. Works while paused.
    function releaseNullifier(uint256 nullifier) external onlyRole(OPERATOR_ROLE) {
        address user = userOfNullifier[nullifier];
        if (user == address(0)) revert NullifierNotUsed(nullifier);
        delete userOfNullifier[nullifier];
        ++epochs[user];
        emit NullifierReleased(nullifier, user, msg.sender);
    }

    /// @notice Sets a cooperator's question set. All previous approvals become invalid.
    /// @param approvalPeriod Validity of an approval by proof, in seconds.
    function setQuestionSet(
        address cooperator,
        uint8 kind,
        uint128 merchant,
        uint128 program,
        uint256 questions,
        uint32 approvalPeriod
    ) external onlyRole(OPERATOR_ROLE) returns (uint32 version) {
        if (cooperator == address(0)) revert ZeroAddress();
        if (approvalPeriod == 0) revert ZeroPeriod();
        _requireKind(kind);
        version = _questionSets[cooperator].version + 1;
        _questionSets[cooperator] = QuestionSet(kind, version, approvalPeriod, merchant, program, questions);
        emit QuestionSetChanged(cooperator, kind, version, merchant, program, questions, approvalPeriod);
    }

    /// @notice Removes a cooperator's question set. No user is approved any more, even under a later question set.
    function removeQuestionSet(address cooperator) external onlyRole(OPERATOR_ROLE) {
        uint32 version = _requireQuestions(cooperator).version + 1;
        _questionSets[cooperator] = QuestionSet(0, version, 0, 0, 0, 0);
        emit QuestionSetRemoved(cooperator, version);
    }

    /// @notice Accepts credentials signed with this key, after the admin's delay.
    function addIssuer(uint256 issuerKey) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _addIssuer(issuerKey, defaultAdminDelay());
    }

    /// @notice Stops accepting an issuer key, even a pending one. For the admin and the operator. Existing approvals by
    /// this issuer become invalid. Do not remove a rotated key until its last credential has expired.
    function removeIssuer(uint256 issuerKey) external {
        if (!hasRole(OPERATOR_ROLE, msg.sender)) _checkRole(DEFAULT_ADMIN_ROLE);
        uint32 issuer = _issuers[issuerKey];
        if (_acceptedFrom[issuer] == 0) revert UnknownIssuer(issuerKey);
        _acceptedFrom[issuer] = 0;
        emit IssuerWasRemoved(issuerKey, msg.sender);
    }

    /// @notice Sets the contract that verifies proofs of a kind, after the admin's delay. A zero address removes it at
    /// once.
    function setProofVerifier(uint8 kind, ISvcProofVerifier verifier) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setProofVerifier(kind, verifier, address(verifier) == address(0) ? 0 : defaultAdminDelay());
    }

    /// @notice Pauses approvals and grants.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Resumes approvals and grants.
    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    /// @inheritdoc ISvcVerifier
    function verify(address cooperator, address user) external view returns (bool) {
        return explain(cooperator, user) == Verdict.Approved;
    }

    /// @inheritdoc ISvcVerifier
    function hasApproved(address cooperator, address user) external view returns (bool) {
        return _standing(_questionSets[cooperator], _approvals[cooperator][user], user) == Verdict.Approved;
    }

    /// @inheritdoc ISvcVerifier
    function explain(address cooperator, address user) public view returns (Verdict) {
        QuestionSet storage set = _questionSets[cooperator];
        Approval storage approval = _approvals[cooperator][user];
        Verdict standing = _standing(set, approval, user);
        if (standing != Verdict.Approved) return standing;
        // A suspension is temporary, so reasons that are permanent come first.
        if (approval.tokenId != 0) {
            if (!sbt.isValid(approval.tokenId, set.kind)) return Verdict.TokenNotValid;
            return _isSuspended(_tokens[approval.tokenId]) ? Verdict.Suspended : Verdict.Approved;
        }
        Hold storage hold = _handles[approval.handle];
        if (hold.revoked) return Verdict.HandleRevoked;
        if (!_isAccepted(approval.issuer)) return Verdict.IssuerRemoved;
        return _isSuspended(hold) ? Verdict.Suspended : Verdict.Approved;
    }

    /// @notice Whether the credential with this handle is revoked.
    function isHandleRevoked(uint256 handle) external view returns (bool) {
        return _handles[handle].revoked;
    }

    /// @notice The time until which approvals by proof of this credential are suspended, or zero.
    function handleSuspendedUntil(uint256 handle) external view returns (uint48) {
        return _handles[handle].suspendedUntil;
    }

    /// @notice The time until which grants by this token are suspended, or zero.
    function tokenSuspendedUntil(uint256 tokenId) external view returns (uint48) {
        return _tokens[tokenId].suspendedUntil;
    }

    /// @notice A cooperator's question set, with kind 0 if there is none.
    function questionSetOf(address cooperator) external view returns (QuestionSet memory) {
        return _questionSets[cooperator];
    }

    /// @notice A user's approval for a cooperator, valid or not.
    function approvalOf(address cooperator, address user) external view returns (Approval memory) {
        return _approvals[cooperator][user];
    }

    /// @notice Whether credentials with this issuer key are accepted.
    function isIssuer(uint256 issuerKey) public view returns (bool) {
        return _isAccepted(_issuers[issuerKey]);
    }

    /// @notice The time from which credentials with this issuer key are accepted, or zero.
    function issuerFrom(uint256 issuerKey) external view returns (uint48) {
        return _acceptedFrom[_issuers[issuerKey]];
    }

    /// @notice The contract that verifies proofs of a kind, or zero.
    function proofVerifiers(uint8 kind) public view returns (ISvcProofVerifier) {
        NextProofVerifier storage next = _nextProofVerifiers[kind];
        return next.from != 0 && next.from <= block.timestamp ? next.verifier : _proofVerifiers[kind];
    }

    /// @notice The last scheduled verifier contract for a kind and the time from which it is active, or zero.
    function nextProofVerifier(uint8 kind) external view returns (ISvcProofVerifier verifier, uint48 from) {
        NextProofVerifier storage next = _nextProofVerifiers[kind];
        return (next.verifier, next.from);
    }

    /// @notice ERC-165: ISvcVerifier and the access control interfaces.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return interfaceId == type(ISvcVerifier).interfaceId || super.supportsInterface(interfaceId);
    }

    function _standing(
        QuestionSet storage set,
        Approval storage approval,
        address user
    ) private view returns (Verdict) {
        if (set.kind == 0) return Verdict.NoQuestionSet;
        uint64 validUntil = approval.validUntil;
        if (validUntil == 0) return Verdict.NotApproved;
        if (approval.version != set.version) return Verdict.OldQuestionSet;
        if (validUntil < block.timestamp) return Verdict.Expired;
        if (approval.tokenId == 0 && approval.epoch != epochs[user]) return Verdict.WalletReleased;
        return Verdict.Approved;
    }

    function _bindNullifier(uint256 nullifier) private {
        address user = userOfNullifier[nullifier];
        if (user == msg.sender) return;
        if (user != address(0)) revert NullifierUsed(nullifier, user);
        userOfNullifier[nullifier] = msg.sender;
    }

    function _revoke(address cooperator, address user) private {
        delete _approvals[cooperator][user];
        // Invalidates a pending proof, which was made for the previous challenge.
        ++nonces[cooperator][user];
        emit ApprovalRevoked(cooperator, user, msg.sender);
    }

    function _suspend(Hold storage hold, uint48 until, uint48 order) private {
        // Transactions can be mined in another order than they were decided, or be decided twice.
        if (order <= hold.order) revert OldSuspension(order, hold.order);
        if (until > block.timestamp + LONGEST_SUSPENSION) revert SuspensionTooLong(until);
        hold.suspendedUntil = until;
        hold.order = order;
    }

    function _isSuspended(Hold storage hold) private view returns (bool) {
        return hold.suspendedUntil > block.timestamp;
    }

    function _isAccepted(uint32 issuer) private view returns (bool) {
        uint48 from = _acceptedFrom[issuer];
        return from != 0 && from <= block.timestamp;
    }

    function _addIssuer(uint256 issuerKey, uint48 delay) private {
        if (_acceptedFrom[_issuers[issuerKey]] != 0) revert IssuerKnown(issuerKey);
        // A new number each time, so that adding an issuer again does not restore its earlier approvals.
        uint32 issuer = ++lastIssuer;
        _issuers[issuerKey] = issuer;
        uint48 from = block.timestamp.toUint48() + delay;
        _acceptedFrom[issuer] = from;
        emit IssuerAdded(issuerKey, from);
    }

    function _setProofVerifier(uint8 kind, ISvcProofVerifier verifier, uint48 delay) private {
        _requireKind(kind);
        if (address(verifier) != address(0) && verifier.kind() != kind) {
            revert WrongProofVerifier(kind, address(verifier));
        }
        uint48 from = block.timestamp.toUint48() + delay;
        if (delay == 0) {
            _proofVerifiers[kind] = verifier;
            delete _nextProofVerifiers[kind];
        } else {
            // A scheduled verifier that is already active stays active until the new one is.
            _proofVerifiers[kind] = proofVerifiers(kind);
            _nextProofVerifiers[kind] = NextProofVerifier(verifier, from);
        }
        emit ProofVerifierChanged(kind, address(verifier), from);
    }

    function _requireQuestions(address cooperator) private view returns (QuestionSet storage set) {
        set = _questionSets[cooperator];
        if (set.kind == 0) revert CooperatorWithoutQuestions(cooperator);
    }

    function _requireProofVerifier(uint8 kind) private view returns (ISvcProofVerifier verifier) {
        verifier = proofVerifiers(kind);
        if (address(verifier) == address(0)) revert NoProofVerifier(kind);
    }

    function _requireKind(uint8 kind) private pure {
        if (kind == 0 || kind > LAST_KIND) revert UnknownKind(kind);
    }
}
