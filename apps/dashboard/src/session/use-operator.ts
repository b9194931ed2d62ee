import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

/** What is the operator's, of no merchant. */
export function useOperator<Answer>(path: string, body?: object) {
  const { api } = useSession()
  return useQuery<Answer>({
    queryKey: ['operator', path, body],
    queryFn: ({ signal }) =>
      body === undefined
        ? api.get<Answer>(`/operator${path}`, signal)
        : api.post<Answer>(`/operator${path}`, body, signal),
    placeholderData: keepPreviousData,
  })
}
