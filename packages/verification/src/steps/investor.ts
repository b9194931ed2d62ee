import type { FrameStep } from '@touchstone/contract'
import { journeyTablesOf } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { selectProviders } from '../providers/provider-store.ts'
import { readStatement } from '../providers/read-statement.ts'

/**
 * The default requirements for "accredited", in US dollars, according to the usual rule in the United States.
 */
const usual = { income: 200_000, netWorth: 1_000_000 }
const goodForMs = 90 * 86_400_000

/** Checks a statement about income and assets that a registered provider has signed. */
export const investorStep: Step<{ statement: string }> = {
  name: 'investor',
  stage: 'investor',
  automatic: false,
  isEvidence: true,
  needs: ({ kind }) => kind === 'PoAI',
  reaches: () => 'Data Retrieved',

  async show(context): Promise<FrameStep> {
    const providers = await selectProviders(journeyTablesOf(context))
    return {
      name: 'investor',
      providers: providers.map(({ id, name, description }) => ({ id, name, description })),
    }
  },

  async run(context, state, { statement }): Promise<Outcome> {
    const read = await readStatement(context, state.journey.id, statement)
    if ('refused' in read)
      return { kind: 'again', screen: 'investor-statement', reason: read.refused, counted: true }
    const { rules } = state.program
    const { income, netWorth, provider } = read
    const passed =
      income >= (rules.minimumIncome ?? usual.income) || netWorth >= (rules.minimumNetWorth ?? usual.netWorth)
    const check = {
      check: 'accreditation',
      passed,
      checker: `statement of ${provider}, rules-1`,
      evidenceHash: evidenceOf(context.vault, statement),
    }
    if (!passed)
      return { kind: 'negative', screen: 'not-eligible', reason: 'accreditation.too-low', checks: [check] }
    const until = new Date(context.clock.now() + goodForMs).toISOString().slice(0, 10)
    const accreditation = { level: 1, until: Number(until.replaceAll('-', '')) }
    return {
      kind: 'passed',
      checks: [check],
      also: sealDraft(context, state, { ...state.draft, accreditation }),
    }
  },
}
