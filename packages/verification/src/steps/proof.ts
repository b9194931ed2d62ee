import { randomBytes } from 'node:crypto'
import { contractCalls } from '@touchstone/chain'
import { type FrameStep, findChain } from '@touchstone/contract'
import { chainField, dayOf, type Proof, revocationHandleOf, walletField } from '@touchstone/credential'
import type { Approval } from '../approval.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { updateVerification } from '../journey/verification-store.ts'
import { claimNullifier, isHandleRevoked } from '../people/credential-store.ts'
import { heldCredentials } from '../people/held-credential.ts'
import { holdsSecret } from '../people/holds-secret.ts'
import { isProvenToContract, programOnChain } from '../program-on-chain.ts'
import type { Session } from '../sessions/session.ts'
import { walletOfSession } from '../sessions/session-account.ts'
import { showLocked } from './show-locked.ts'

export type ProofInput = { proof: unknown; session: Session }

/**
 * Asks the device for a zero-knowledge proof that the credential meets the program's requirements. The server
 * verifies the proof.
 */
export const proofStep: Step<ProofInput> = {
  name: 'proof',
  stage: 'proof',
  automatic: false,
  needs: () => true,
  requires: 'proof-keys',
  reaches: () => 'ZKP Generated',

  async show(context, state, session): Promise<FrameStep> {
    const credential = await credentialOf(context, state)
    // Show the credential only to the device that holds the secret to which it was issued.
    if (!(await holdsSecret(context, state.journey, session))) return await showLocked(context, state)
    const { questions, merchant, program } = programOnChain(state.merchant.mchNo, state.program)
    const { wallet, chain } = boundTo(context, state, session)
    const challenge = state.proofChallenge ?? (await drawProofChallenge(context, state, session))
    return {
      name: 'prove',
      credential,
      questions,
      context: {
        merchant: String(merchant),
        program: String(program),
        wallet: String(wallet),
        chain: String(chain),
        today: String(dayOf(context.clock.now())),
        challenge,
      },
    }
  },

  async run(context, state, { proof, session }): Promise<Outcome> {
    const onChain = programOnChain(state.merchant.mchNo, state.program)
    const verifier = await context.checkers.verifier()
    const db = journeyTablesOf(context)
    const accepted = await context.issuer.acceptedKeys()
    const answer = await verifier.verify({
      proof,
      expected: {
        kind: onChain.kind,
        merchant: onChain.merchant,
        program: onChain.program,
        ...boundTo(context, state, session),
        questions: onChain.questions.hash,
        challenge: BigInt(state.proofChallenge ?? '0'),
      },
      acceptedIssuers: accepted.map(({ issuerKey }) => issuerKey),
      isRevoked: (handle) => isHandleRevoked(db, handle),
    })
    // A proof hides the person but not the revocation handle, which must be the one that was issued to this
    // person.
    const { credentialId } = await credentialOf(context, state)
    const handleOfIssued = revocationHandleOf(BigInt(credentialId), onChain.merchant, onChain.program)
    const isOwn = answer.ok && answer.handle === String(handleOfIssued)
    if (!answer.ok || !isOwn || state.proofChallenge === undefined) {
      const reason = answer.ok ? 'credential.other' : answer.reason
      return { kind: 'again', screen: 'unknown', reason: `proof.${reason}`, counted: true }
    }
    const at = new Date(context.clock.now())
    const { nullifier, handle } = answer
    const claim = { programId: state.program.id, nullifier, journeyId: state.journey.id, handle, at }
    const check = {
      check: 'proof',
      passed: true,
      checker: `groth16 ${onChain.kind}, questions ${onChain.questions.hash.slice(0, 12)}`,
      evidenceHash: evidenceOf(context.vault, JSON.stringify(proof)),
    }
    if (!(await claimNullifier(db, claim)))
      return {
        kind: 'negative',
        screen: 'existing-faceprint',
        reason: 'proof.secret-of-other',
        checks: [{ ...check, passed: false }],
      }
    const approval = await approvalOf(context, state, session, proof as Proof)
    return {
      kind: 'passed',
      checks: [check],
      // The credential now contains the person's data, so delete the draft and the challenge.
      also: (tables) =>
        updateVerification(
          tables,
          state.journey.id,
          { draft_sealed: null, proof_challenge: null, approval },
          at,
        ),
    }
  },
}

async function credentialOf(context: VerificationContext, state: JourneyState) {
  const { kind } = programOnChain(state.merchant.mchNo, state.program)
  const held = await heldCredentials(context, state.journey.personId, state.merchant.id)
  const credential = held.findLast((each) => each.kind === kind)?.credential
  if (!credential) throw new Error('the issued credential is missing')
  return credential
}

/**
 * Returns the wallet that the page has named, on that wallet's chain. If there is none, returns the device's
 * own wallet on the home chain.
 */
function boundTo(context: VerificationContext, { program }: JourneyState, session: Session) {
  const account = walletOfSession(context, session)
  if (account) {
    // The chain for which the proof is made. A contract accepts only proofs made for the contract's own
    // chain.
    const chain = findChain(isProvenToContract(program) ? program.chainId : account.chainId)
    return {
      wallet: walletField(account.family, account.address),
      chain: chainField(chain?.blockchainId ?? 0),
    }
  }
  return {
    wallet: walletField('evm', session.ssiWallet ?? ''),
    chain: chainField(findChain(context.chains.home)?.blockchainId ?? 0),
  }
}

async function drawProofChallenge(
  context: VerificationContext,
  state: JourneyState,
  session: Session,
): Promise<string> {
  const challenge = String(
    isProvenToContract(state.program)
      ? await challengeOfContract(context, state, session)
      : BigInt(`0x${randomBytes(31).toString('hex')}`),
  )
  const at = new Date(context.clock.now())
  await updateVerification(journeyTablesOf(context), state.journey.id, { proof_challenge: challenge }, at)
  return challenge
}

/**
 * Returns the challenge that the contract expects next, because the same proof is later sent to the contract.
 * The contract counts each wallet's proofs and accepts only the proof with the next number.
 */
function challengeOfContract(
  context: VerificationContext,
  { program, merchant }: JourneyState,
  session: Session,
): Promise<bigint> {
  const { cooperator } = programOnChain(merchant.mchNo, program)
  const user = walletOfSession(context, session)?.address as `0x${string}`
  return context.chains.nextChallenge(program.chainId, { cooperator, user })
}

/**
 * Builds the transaction in which the user's own wallet submits the proof to the contract (on-chain
 * transactional mode).
 */
async function approvalOf(
  context: VerificationContext,
  { program, merchant }: JourneyState,
  session: Session,
  { proof, signals }: Proof,
): Promise<string | null> {
  if (!isProvenToContract(program)) return null
  const wallet = walletOfSession(context, session)
  const { cooperator } = programOnChain(merchant.mchNo, program)
  const verifier = await context.chains.verifierAddress(program.chainId)
  const numbers = (values: readonly string[]) => values.map(BigInt)
  const call = contractCalls.approve(verifier, {
    cooperator,
    proof: {
      a: numbers(proof.a) as never,
      b: proof.b.map(numbers) as never,
      c: numbers(proof.c) as never,
    },
    signals: numbers(signals) as never,
  })
  const approval: Approval = {
    chainId: program.chainId,
    from: wallet?.address ?? '',
    to: verifier,
    data: call.data,
    value: '0x0',
  }
  return JSON.stringify(approval)
}
