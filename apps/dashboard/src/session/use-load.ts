import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

export type Loaded<Answer> = UseQueryResult<Answer>

type Options = {
  enabled?: boolean
  /**
   * Set for the data of a single address or person, so that the previous one's data is not shown while new
   * data loads.
   */
  ofOne?: boolean
}

/** Loads data of this merchant, and reloads it when the page becomes visible. */
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
