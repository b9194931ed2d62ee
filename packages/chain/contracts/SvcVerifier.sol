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

/// @title Answers for cooperators whether a user passed their questions.
/// @notice See ISvcVerifier for what each function does. A pause stops `approve` and `grant`, never a revocation and
/// never reading.
contract SvcVerifier is ISvcVerifier, AccessControlDefaultAdminRules, Pausable {
    using SafeCast for uint256;

    /// @notice May set questions, grant, revoke and release.
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    /// @notice May stop new approvals and grants and let them go on.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

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

    /// @notice The soulbound token that grants hang on.
    ISvcSBT public immutable sbt;

    /// @notice The contract that checks proofs of a kind, zero for none.
    mapping(uint8 kind => ISvcProofVerifier) public proofVerifiers;

    /// @notice The wallet that used a nullifier, zero for none.
    mapping(uint256 nullifier => address user) public userOfNullifier;

    /// @notice How often a wallet was released; approvals by proof from before count no more.
    mapping(address user => uint32) public epochs;

    /// @notice Whether the credential behind a handle is revoked.
    mapping(uint256 handle => bool) public isHandleRevoked;

    /// @notice Whether a grant happened.
    mapping(bytes32 grantId => bool) public isGrantUsed;

    /// @inheritdoc ISvcVerifier
    mapping(address cooperator => mapping(address user => uint256)) public nonces;

    /// @notice How often an issuer was added to the list.
    uint32 public lastIssuer;

    mapping(uint256 issuerKey => uint32 issuer) private _issuers;
    mapping(uint32 issuer => bool) private _accepted;
    mapping(address cooperator => QuestionSet) private _questionSets;
    mapping(address cooperator => mapping(address user => Approval)) private _approvals;

    /// @param admin Gives and takes roles, names issuers and proof verifiers; changes hands in two steps.
    /// @param adminDelay Seconds between the two steps.
    /// @param operator Gets OPERATOR_ROLE.
    /// @param sbt_ The soulbound token.
    /// @param verifiers The first proof verifiers, each for the kind that it names itself.
    /// @param issuerKeys The first accepted issuers.
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
            _setProofVerifier(verifiers[index].kind(), verifiers[index]);
        }
        for (uint256 index = 0; index < issuerKeys.length; ++index) _addIssuer(issuerKeys[index]);
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
        if (!_accepted[issuer]) revert UnknownIssuer(signals[ISSUER_KEY]);
        if (isHandleRevoked[signals[HANDLE]]) revert CredentialRevoked(signals[HANDLE]);
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
        if (isHandleRevoked[handle]) revert CredentialRevoked(handle);
        isHandleRevoked[handle] = true;
        emit HandleWasRevoked(handle, msg.sender);
    }

    /// @notice Gives up the wallet that used a nullifier, say because its key is lost: all approvals by proof of that
    /// wallet end, and the person may prove with another one. Works while paused.
    function releaseNullifier(uint256 nullifier) external onlyRole(OPERATOR_ROLE) {
        address user = userOfNullifier[nullifier];
        if (user == address(0)) revert NullifierNotUsed(nullifier);
        delete userOfNullifier[nullifier];
        ++epochs[user];
        emit NullifierReleased(nullifier, user, msg.sender);
    }

    /// @notice Says what a cooperator asks; all approvals from before stop to count.
    /// @param approvalPeriod For how many seconds an answer by proof counts.
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

    /// @notice Ends what a cooperator asks; nobody is approved there any more, also not under a later question set.
    function removeQuestionSet(address cooperator) external onlyRole(OPERATOR_ROLE) {
        uint32 version = _requireQuestions(cooperator).version + 1;
        _questionSets[cooperator] = QuestionSet(0, version, 0, 0, 0, 0);
        emit QuestionSetRemoved(cooperator, version);
    }

    /// @notice Takes credentials signed by this key from now on.
    function addIssuer(uint256 issuerKey) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _addIssuer(issuerKey);
    }

    /// @notice Distrusts an issuer's key, by the admin or the operator: no new approvals, and the old ones stop to
    /// count. A key that was only replaced stays in the list until its last credential has expired.
    function removeIssuer(uint256 issuerKey) external {
        if (!hasRole(OPERATOR_ROLE, msg.sender)) _checkRole(DEFAULT_ADMIN_ROLE);
        if (!isIssuer(issuerKey)) revert UnknownIssuer(issuerKey);
        _accepted[_issuers[issuerKey]] = false;
        emit IssuerWasRemoved(issuerKey, msg.sender);
    }

    /// @notice Names the contract that checks proofs of a kind; zero for none.
    function setProofVerifier(uint8 kind, ISvcProofVerifier verifier) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setProofVerifier(kind, verifier);
    }

    /// @notice Stops new approvals and grants.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets approvals and grants go on.
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
        if (approval.tokenId != 0) {
            return sbt.isValid(approval.tokenId, set.kind) ? Verdict.Approved : Verdict.TokenNotValid;
        }
        if (isHandleRevoked[approval.handle]) return Verdict.HandleRevoked;
        return _accepted[approval.issuer] ? Verdict.Approved : Verdict.IssuerRemoved;
    }

    /// @notice What a cooperator asks; kind 0 when nothing.
    function questionSetOf(address cooperator) external view returns (QuestionSet memory) {
        return _questionSets[cooperator];
    }

    /// @notice What is known of a user at a cooperator, whether it counts or not.
    function approvalOf(address cooperator, address user) external view returns (Approval memory) {
        return _approvals[cooperator][user];
    }

    /// @notice Whether credentials of this issuer's key are taken.
    function isIssuer(uint256 issuerKey) public view returns (bool) {
        return _accepted[_issuers[issuerKey]];
    }

    /// @notice ERC-165: ISvcVerifier and the interfaces of roles.
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
        // A proof that is on its way was made for the challenge before: it comes too late.
        ++nonces[cooperator][user];
        emit ApprovalRevoked(cooperator, user, msg.sender);
    }

    function _addIssuer(uint256 issuerKey) private {
        if (isIssuer(issuerKey)) revert IssuerKnown(issuerKey);
        // A place of its own each time: an issuer who comes back does not bring back the approvals from before.
        uint32 issuer = ++lastIssuer;
        _issuers[issuerKey] = issuer;
        _accepted[issuer] = true;
        emit IssuerAdded(issuerKey);
    }

    function _setProofVerifier(uint8 kind, ISvcProofVerifier verifier) private {
        _requireKind(kind);
        if (address(verifier) != address(0) && verifier.kind() != kind) {
            revert WrongProofVerifier(kind, address(verifier));
        }
        proofVerifiers[kind] = verifier;
        emit ProofVerifierChanged(kind, address(verifier));
    }

    function _requireQuestions(address cooperator) private view returns (QuestionSet storage set) {
        set = _questionSets[cooperator];
        if (set.kind == 0) revert CooperatorWithoutQuestions(cooperator);
    }

    function _requireProofVerifier(uint8 kind) private view returns (ISvcProofVerifier verifier) {
        verifier = proofVerifiers[kind];
        if (address(verifier) == address(0)) revert NoProofVerifier(kind);
    }

    function _requireKind(uint8 kind) private pure {
        if (kind == 0 || kind > LAST_KIND) revert UnknownKind(kind);
    }
}
