import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import type { Draft } from '../journey/draft.ts'
import { loadState } from '../journey/load-state.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { Step } from '../journey/step.ts'
import { advance } from '../pipeline/advance.ts'
import { documentStep } from '../steps/document.ts'
import { livenessStep } from '../steps/liveness.ts'

type Journey = { journeyId: number }

const nobody = { given: 'ISEMBARD', surname: 'KRUSZYNSKI' }

/** Marks documents and faces as passed, for tests of later steps. */
export function createPasses(world: VerificationContext) {
  async function pass<Input>(
    journeyId: number,
    step: Step<Input>,
    more: { token?: { chainId: string; tokenId: string } } = {},
    further: readonly string[] = [],
  ): Promise<void> {
    const decided = { passed: true, checker: 'test', evidenceHash: Buffer.alloc(32) }
    const checks = [step.name, ...further].map((check) => ({ check, ...decided }))
    const state = await loadState(world, journeyId)
    await applyOutcome(world, state, step as Step, { kind: 'passed', checks, ...more })
  }

  /**
   * Passes the document step. Includes the measurements of the document's portrait if a test compares a face
   * with it.
   */
  async function read({ journeyId }: Journey, face?: unknown, { given, surname } = nobody): Promise<void> {
    const document: NonNullable<Draft['document']> = {
      kind: 'passport',
      fields: {
        ...{ surname, givenNames: given, number: 'L898902C3', nationality: 'FRA', issuingState: 'FRA' },
        ...{ birthDate: '1990-01-02', sex: 'M', expiryDate: '2031-01-02' },
      },
      ...{ lines: [], numberHash: '', evidenceHash: '', refused: [], reader: 'test' },
      ...(face !== undefined && { face }),
    }
    await sealDraft(world, await loadState(world, journeyId), { document })(journeyTablesOf(world))
    await pass(journeyId, documentStep)
  }

  return {
    pass,
    read,

    /** Passes the document and liveness steps. */
    async identified({ journeyId }: Journey, name = nobody): Promise<void> {
      await read({ journeyId }, undefined, name)
      await pass(journeyId, livenessStep, {}, ['liveness-colours'])
      await advance(world, journeyId)
    },

    /** Passes the liveness step without a document. */
    async alive({ journeyId }: Journey): Promise<void> {
      await pass(journeyId, livenessStep, {}, ['liveness-colours', 'unique'])
      await advance(world, journeyId)
    },
  }
}
