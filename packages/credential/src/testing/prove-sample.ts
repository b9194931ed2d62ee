import { circuitInputs } from '../prove/circuit-inputs.ts'
import type { Proof } from '../prove/proof.ts'
import type { ProofContext, ProofRequest } from '../prove/proof-request.ts'
import { proveWith } from '../prove/prove-with.ts'
import { makeSampleRequest, type SampleOptions } from './sample.ts'
import { sampleArtifacts } from './sample-artifacts.ts'

/**
 * A credential and a proof of it for these questions, in this thread, with the development keys. Fails with a
 * `WitnessError` where the circuit says no; a proof for another wallet, chain or program is asked for by `context`.
 */
export async function proveSample(
  questions: ProofRequest['questions'],
  options: SampleOptions & { context?: Partial<ProofContext> } = {},
): Promise<Proof & { request: ProofRequest }> {
  const request = makeSampleRequest(questions, options)
  const proof = await proveWith(await sampleArtifacts(questions.kind), questions.kind, circuitInputs(request))
  return { ...proof, request }
}
