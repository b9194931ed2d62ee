import type { TransferMembers } from '@touchstone/contract'
import { useSession } from '../../session/session.ts'
import { useLoad } from '../../session/use-load.ts'

/** Loads the members who can decide on transfers. */
export function useMembers() {
  const { allows } = useSession()
  return useLoad<TransferMembers>('/transfers/members', undefined, { enabled: allows('transfers.decide') })
}

/** Returns a function that names a member: by the e-mail address, or by the number of someone who has left. */
export function useMemberName(): (memberNo: string) => string {
  const { email } = useSession()
  const { data } = useMembers()
  return (memberNo) => {
    if (memberNo === '') return '–'
    if (memberNo === data?.you) return email
    return data?.members.find((member) => member.memberNo === memberNo)?.email ?? memberNo
  }
}
