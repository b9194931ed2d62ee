import { addMember, byCommandLine, listMembers, type MemberView, removeMember } from '@touchstone/kyc'
import type { Command } from '../command.ts'

/** The merchant number. Omit it for members of the operator. */
type Whose = { mchNo?: string }
export type MemberLine = Omit<MemberView, 'since'> & { since: string }

const lineOf = ({ since, ...member }: MemberView): MemberLine => ({ ...member, since: since.toISOString() })

export const memberAdd: Command<Whose & { email: string; role?: string }, MemberLine> = async (
  { kyc },
  input,
) => lineOf(await addMember(kyc, input, byCommandLine))

export const memberList: Command<Whose, MemberLine[]> = async ({ kyc }, input) =>
  (await listMembers(kyc, input)).map(lineOf)

export const memberRemove: Command<Whose & { memberNo: string }, { memberNo: string }> = async (
  { kyc },
  input,
) => {
  await removeMember(kyc, input, byCommandLine)
  return { memberNo: input.memberNo }
}
