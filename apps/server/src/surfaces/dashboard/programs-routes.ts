import {
  ChangeProgram,
  ChangeRequirements,
  PreviewProgram,
  ProgramDraft,
  ProgramHistory,
  ProgramHistoryQuery,
  ProgramOptions,
  ProgramPreview,
  ProgramRow,
  Programs,
  type Static,
  SwitchProgram,
} from '@touchstone/contract'
import {
  checkedProgram,
  createProgram,
  programOptions,
  showHistory,
  showPrograms,
  toProgramRow,
  updateProgram,
} from '@touchstone/kyc'
import { asksForProof, lacksOf, stagesOf } from '@touchstone/verification'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { changedBy } from './changed-by.ts'
import { dashboardServer } from './serve-dashboard.ts'

/** Routes to create, preview, change and activate programs. A program defines what people have to provide. */
export function addProgramsRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const base = '/merchants/:mchNo/programs'
  const { verification } = services.runtime
  const withMissing = async (row: ProgramRow): Promise<ProgramRow> => {
    const shape = row as Parameters<typeof lacksOf>[1] & ProgramRow
    const lacks = await lacksOf(verification, shape, row.chainId)
    return { ...row, missing: lacks.map(({ requirement }) => requirement) }
  }
  const listOf = async (mchNo: string): Promise<Programs> => ({
    programs: await Promise.all((await showPrograms(verification.kyc, { mchNo })).map(withMissing)),
  })

  serve({
    method: 'GET',
    path: base,
    permission: 'programs.read',
    answer: Programs,
    handle: async ({ mchNo = '' }) => await listOf(mchNo),
  })
  serve({
    method: 'GET',
    path: `${base}/options`,
    permission: 'programs.read',
    answer: ProgramOptions,
    handle: async () => programOptions(),
  })
  serve<Static<typeof PreviewProgram>>({
    method: 'POST',
    path: `${base}/preview`,
    permission: 'programs.read',
    body: PreviewProgram,
    answer: ProgramPreview,
    async handle({ body: { test = false, ...body } }) {
      const program = { ...checkedProgram({ name: 'preview', ...body }), test }
      return { stages: stagesOf(program), signsWithWallet: asksForProof(program) }
    },
  })
  serve<ProgramDraft>({
    method: 'POST',
    path: base,
    permission: 'programs.change',
    body: ProgramDraft,
    answer: ProgramRow,
    async handle(call) {
      const { context, mchNo = '', body } = call
      return await withMissing(
        toProgramRow(await createProgram(context, { mchNo, ...inputOf(body) }, changedBy(call)), 0),
      )
    },
  })
  serve<ChangeProgram>({
    method: 'POST',
    path: `${base}/change`,
    permission: 'programs.change',
    body: ChangeProgram,
    answer: Programs,
    async handle(call) {
      const { context, mchNo = '', body } = call
      await updateProgram(context, { mchNo, ...body }, changedBy(call))
      return await listOf(mchNo)
    },
  })
  serve<ChangeRequirements>({
    method: 'POST',
    path: `${base}/version`,
    permission: 'programs.change',
    body: ChangeRequirements,
    answer: Programs,
    async handle(call) {
      const { context, mchNo = '', body } = call
      await updateProgram(context, { mchNo, ...inputOf(body), asNewVersion: true }, changedBy(call))
      return await listOf(mchNo)
    },
  })
  serve<object, Static<typeof ProgramHistoryQuery>>({
    method: 'GET',
    path: `${base}/history`,
    permission: 'programs.read',
    query: ProgramHistoryQuery,
    answer: ProgramHistory,
    handle: async ({ context, mchNo = '', query }) => await showHistory(context, { mchNo, ...query }),
  })
  serve<Static<typeof SwitchProgram>>({
    method: 'POST',
    path: `${base}/switch`,
    permission: 'programs.change',
    body: SwitchProgram,
    answer: Programs,
    async handle(call) {
      const { context, mchNo = '', body } = call
      await updateProgram(context, { mchNo, ...body }, changedBy(call))
      return await listOf(mchNo)
    },
  })
}

/** Converts the rules to the form that the engine expects. */
function inputOf<Body extends Omit<ChangeRequirements, 'programNo'>>(body: Body) {
  const { minimumAge, allowedCountries, barredCountries, minimumIncome, minimumNetWorth, ...input } = body
  return {
    ...input,
    rules: { minimumAge, allowedCountries, barredCountries, minimumIncome, minimumNetWorth },
  }
}
