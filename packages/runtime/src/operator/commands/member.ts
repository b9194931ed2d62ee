import {
  addMember,
  byCommandLine,
  createEnrolment,
  listMembers,
  type MemberView,
  removeMember,
} from '@touchstone/kyc'
import { dashboardOrigin } from '../../settings/origins.ts'
import type { Command } from '../command.ts'

/** The merchant number. Omit it for members of the operator's own team. */
type Whose = { mchNo?: string }
export type MemberLine = Omit<MemberView, 'since' | 'reviewsFrom'> & {
  since: string
  reviewsFrom: string | null
}

const lineOf = ({ since, reviewsFrom, ...member }: MemberView): MemberLine => ({
  ...member,
  since: since.toISOString(),
  reviewsFrom: reviewsFrom?.toISOString() ?? null,
})

/** `enrolment` is a link for creating a passkey, set only for a member of the operator's own team. */
export const memberAdd: Command<
  Whose & { email: string; role?: string },
  MemberLine & { enrolment: string | null }
> = async (runtime, input) => {
  const { kyc } = runtime
  const added = await addMember(kyc, input, byCommandLine)
  if (input.mchNo !== undefined) return { ...lineOf(added), enrolment: null }
  const token = await createEnrolment(kyc, added, byCommandLine)
  // Browsers do not send the part after the hash sign, so the token does not appear in any log.
  return { ...lineOf(added), enrolment: `${dashboardOrigin(runtime)}/dashboard/enrol#${token}` }
}

export const memberList: Command<Whose, MemberLine[]> = async ({ kyc }, input) =>
  (await listMembers(kyc, input)).map(lineOf)

export const memberRemove: Command<Whose & { memberNo: string }, { memberNo: string }> = async (
  { kyc },
  input,
) => {
  await removeMember(kyc, input, byCommandLine)
  return { memberNo: input.memberNo }
}
