import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

/** What is the operator's, of no merchant. `once`: that it was seen is written down, so that it is read once a visit. */
export function useOperator<Answer>(path: string, body?: object, { once = false } = {}) {
  const { api } = useSession()
  return useQuery<Answer>({
    queryKey: ['operator', path, body],
    queryFn: ({ signal }) =>
      body === undefined
        ? api.get<Answer>(`/operator${path}`, signal)
        : api.post<Answer>(`/operator${path}`, body, signal),
    placeholderData: keepPreviousData,
    ...(once && { meta: { once }, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  })
}
