import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

export type Loaded<Answer> = UseQueryResult<Answer>

type Options = {
  enabled?: boolean
  /** Of one address or person: what is known of another must not be shown in its place while it loads. */
  ofOne?: boolean
}

/** What the server says about this merchant, read again when the page comes back into view. */
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
