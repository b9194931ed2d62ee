import type { FrameStep } from '@touchstone/contract'
import {
  type CircuitName,
  type Credential,
  createProver,
  type KeyManifest,
  type Proof,
  type ProveProgress,
  type Prover,
  type Questions,
} from '@touchstone/credential/holder'
import { DeviceError } from './device-error.ts'
import { openHolderStore } from './open-holder-store.ts'

const keys = '/frame/keys/'
let prover: Prover | undefined

/**
 * Stores the credential on this device and creates the proof for the step. Only the wallet to which the
 * credential was issued can create the proof.
 */
export async function proveStep(
  step: Extract<FrameStep, { name: 'prove' }>,
  onProgress: (progress: ProveProgress) => void,
): Promise<Proof | 'wallet-missing'> {
  const credential = step.credential as Credential
  const store = await openHolderStore()
  const wallet = await store.find(credential.commitment)
  if (wallet === undefined) return 'wallet-missing'
  await store.keep(wallet, credential)
  prover ??= createProver({
    startWorker: () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
    baseUrl: keys,
    manifest: await fetchManifest(),
  })
  const { merchant, program, wallet: account, chain, today, challenge } = step.context
  return prover.prove(
    {
      credential,
      secret: wallet.secret,
      questions: step.questions as Questions,
      context: {
        merchant: BigInt(merchant),
        program: BigInt(program),
        wallet: BigInt(account),
        chain: BigInt(chain),
        today: Number(today),
        challenge: BigInt(challenge),
      },
    },
    { onProgress },
  )
}

async function fetchManifest(): Promise<KeyManifest<CircuitName>> {
  try {
    const answer = await fetch(`${keys}manifest.json`, { cache: 'no-cache' })
    if (!answer.ok) throw new Error(String(answer.status))
    return (await answer.json()) as KeyManifest<CircuitName>
  } catch (cause) {
    throw new DeviceError('proof.keys-not-loaded', cause)
  }
}
