import type { Clock } from '@touchstone/common'
import { createWorkPool, workerFile } from '@touchstone/workers'
import type { VerificationKey } from 'snarkjs'
import { dayOf } from '../attributes/days.ts'
import { circuitNames } from '../keys/circuit-names.ts'
import { refuseDevelopmentKeys } from '../keys/development-keys.ts'
import { readKeyFile } from '../keys/read-key-file.ts'
import { readKeyManifest } from '../keys/read-key-manifest.ts'
import { type SignalName, signalNames } from '../prove/proof.ts'
import { readProof } from './read-proof.ts'
import type { RejectionReason, Verification, VerifyRequest } from './verification.ts'

export type Verifier = {
  /** Whether anyone can forge proofs for these keys. If so, the caller must inform the operator. */
  development: boolean
  verify(order: VerifyRequest): Promise<Verification>
  /** Returns the number of waiting and running verifications, for metrics. */
  load(): { waiting: number; running: number }
  close(): Promise<void>
}

const dayMs = 86_400_000

export async function openVerifier(options: {
  /** The folder that contains the keys. */
  keys: string
  /** Whether to reject development keys. */
  production: boolean
  clock: Clock
  workers?: number
  queueLimit?: number
  /** How long idle threads are kept. Default: until the verifier is closed. */
  idleMs?: number
}): Promise<Verifier> {
  const { keys: folder, clock } = options
  const manifest = await readKeyManifest(folder)
  if (options.production) refuseDevelopmentKeys(manifest)
  const keys = await Promise.all(
    circuitNames.map(async (name) => {
      const bytes = await readKeyFile(folder, manifest, name, 'verification.json')
      return [name, JSON.parse(bytes.toString('utf8')) as VerificationKey] as const
    }),
  )
  const pool = createWorkPool({
    file: workerFile(import.meta.url, './verify-worker.ts'),
    workers: options.workers ?? 2,
    queueLimit: options.queueLimit ?? 1000,
    timeLimitMs: 30_000,
    idleMs: options.idleMs ?? Number.POSITIVE_INFINITY,
    given: { keys: Object.fromEntries(keys) },
  })

  return {
    development: manifest.development,
    async verify({ proof: sent, expected, acceptedIssuers, isRevoked }) {
      const answer = readProof(sent)
      if ('refused' in answer) return refuse(answer.refused)
      const { read } = answer
      if (read.kind !== expected.kind) return refuse('kind.other')
      const signals = Object.fromEntries(
        signalNames.map((name, i) => [name, read.signals[i] ?? '']),
      ) as Record<SignalName, string>
      for (const name of ['merchant', 'program', 'wallet', 'chain', 'questions', 'challenge'] as const) {
        if (signals[name] !== String(expected[name])) return refuse(`${name}.other`)
      }
      // Tolerate a difference of one day, because the holder's clock or time zone can be off. Contracts
      // tolerate the same difference.
      const now = clock.now()
      const days = [now - dayMs, now, now + dayMs].map((time) => String(dayOf(time)))
      if (!days.includes(signals.today)) return refuse('day.out-of-range')
      if (!acceptedIssuers.includes(signals.issuerKey)) return refuse('issuer.not-accepted')
      if (!(await pool.run<boolean>('verify', read))) return refuse('proof.invalid')
      if (await isRevoked(signals.revocationHandle)) return refuse('credential.revoked')
      const { nullifier, revocationHandle: handle, issuerKey } = signals
      return { ok: true, kind: read.kind, nullifier, handle, issuerKey, today: Number(signals.today) }
    },
    load: () => pool.load(),
    close: () => pool.close(),
  }
}

function refuse(reason: RejectionReason): Verification {
  return { ok: false, reason }
}
