import type { CaseMembers } from '@touchstone/contract'
import type { Choice } from '../../parts/field.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/** Loads the members who can work on cases, with the choices of a field that assigns work to one of them. */
export function useMembers() {
  const texts = useTexts()
  const loaded = useLoad<CaseMembers>('/cases/members')
  const { data } = loaded
  const you = data?.you ?? ''
  const others = (data?.members ?? []).filter(({ memberNo }) => memberNo !== you)
  const choices: Choice[] = [
    { value: '', name: texts.cases.nobody },
    ...(you === '' ? [] : [{ value: you, name: texts.cases.me }]),
    ...others.map(({ memberNo, email }) => ({ value: memberNo, name: email })),
  ]
  const nameOf = (memberNo: string | null) => {
    if (memberNo === null) return texts.cases.nobody
    return data?.members.find((each) => each.memberNo === memberNo)?.email ?? memberNo
  }
  return { loaded, choices, nameOf }
}
