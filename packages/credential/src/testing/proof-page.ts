import { createProver, type Prover } from '../holder/create-prover.ts'
import { openHolderCopy, sealHolderCopy } from '../holder/holder-copy.ts'
import type { ProveProgress } from '../holder/prove-worker.ts'
import { createSsiWallet, type SsiWallet } from '../holder/ssi-wallet.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import type { KeyManifest } from '../keys/key-manifest.ts'
import type { Credential } from '../leaf/credential.ts'
import { HolderError } from '../prove/holder-error.ts'
import type { Proof } from '../prove/proof.ts'
import type { ProofContext } from '../prove/proof-request.ts'
import type { Questions } from '../questions/questions.ts'

/** A holder's page for tests and benchmarks. It creates a wallet, stores a credential and creates proofs. */
export type ProofPage = {
  createWallet(): Promise<{ address: string; commitment: string }>
  /** Encrypts the credential. The page keeps only the encrypted copy. */
  keep(credential: Credential): Promise<void>
  prove(
    questions: Questions,
    context: ProofContext,
    manifest: KeyManifest<CircuitName>,
    /** Takes effect for the very first proof and for the first one after `close`. */
    threads?: number,
  ): Promise<PageProof | { refused: string; reasons: readonly string[] }>
  /** Stops the prover. The next proof loads its keys again. */
  close(): void
}

export type PageProof = {
  proof: Proof
  progress: ProveProgress[]
  ms: number
  /** How many times the page's timer fired during the proof. */
  turns: number
}

let wallet: SsiWallet | undefined
let copy: Uint8Array | undefined
let prover: Prover | undefined

function startWorker(): Worker {
  return new Worker(new URL('./proof-page-worker.ts', import.meta.url), { type: 'module' })
}

const page: ProofPage = {
  async createWallet() {
    wallet = await createSsiWallet()
    return { address: wallet.address, commitment: wallet.commitment }
  },

  async keep(credential) {
    if (wallet === undefined) throw new Error('no wallet')
    copy = await sealHolderCopy(wallet, [credential])
  },

  async prove(questions, context, manifest, threads) {
    if (wallet === undefined || copy === undefined) throw new Error('no credential')
    const [credential] = await openHolderCopy(wallet, copy)
    if (credential === undefined) throw new Error('no credential')
    prover ??= createProver({ startWorker, baseUrl: './keys/', manifest, ...(threads && { threads }) })
    const progress: ProveProgress[] = []
    let turns = 0
    const turning = setInterval(() => turns++, 10)
    const startedAt = performance.now()
    try {
      const request = { credential, secret: wallet.secret, questions, context }
      const proof = await prover.prove(request, { onProgress: (step) => progress.push(step) })
      return { proof, progress, ms: performance.now() - startedAt, turns }
    } catch (error) {
      if (error instanceof HolderError) return { refused: error.code, reasons: error.reasons }
      throw error
    } finally {
      clearInterval(turning)
    }
  },

  close() {
    prover?.close()
    prover = undefined
  },
}

Object.assign(globalThis, { proofPage: page })
