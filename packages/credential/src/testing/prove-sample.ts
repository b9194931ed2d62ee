import { circuitInputs } from '../prove/circuit-inputs.ts'
import type { Proof } from '../prove/proof.ts'
import type { ProofContext, ProofRequest } from '../prove/proof-request.ts'
import { proveWith } from '../prove/prove-with.ts'
import { makeSampleRequest, type SampleOptions } from './sample.ts'
import { sampleArtifacts } from './sample-artifacts.ts'

/**
 * Creates a sample credential and a proof for these questions in the current thread, with the development keys. Throws
 * a `WitnessError` if the circuit rejects the inputs. `context` sets another wallet, chain or program.
 */
export async function proveSample(
  questions: ProofRequest['questions'],
  options: SampleOptions & { context?: Partial<ProofContext> } = {},
): Promise<Proof & { request: ProofRequest }> {
  const request = makeSampleRequest(questions, options)
  const proof = await proveWith(await sampleArtifacts(questions.kind), questions.kind, circuitInputs(request))
  return { ...proof, request }
}
