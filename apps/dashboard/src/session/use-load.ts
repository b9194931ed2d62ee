import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

export type Loaded<Answer> = UseQueryResult<Answer>

type Options = {
  enabled?: boolean
  /** Set for data of one address or person, so that data of another one is never shown while it loads. */
  ofOne?: boolean
}

/** Reads data of this merchant. Reads it again when the page becomes visible. */
export function useLoad<Answer>(path: string, body?: object, options: Options = {}) {
  const { api, path: base } = useSession()
  return useQuery<Answer>({
    queryKey: [base, path, body],
    queryFn: ({ signal }) =>
      body === undefined
        ? api.get<Answer>(`${base}${path}`, signal)
        : api.post<Answer>(`${base}${path}`, body, signal),
    enabled: options.enabled ?? true,
    ...(!options.ofOne && { placeholderData: keepPreviousData }),
  })
}
