import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

type Options = {
  /** Loads the data only once per visit, because the server records each view. */
  once?: boolean
}

/** Loads data that belongs to the operator and not to a merchant. */
export function useOperator<Answer>(path: string, body?: object, options?: Options) {
  return useReadAt<Answer>('/operator', path, body, options)
}

/**
 * Loads review data: the reviews of all merchants for operators, or only the reviews delegated to this
 * merchant for everyone else.
 */
export function useReviews<Answer>(path: string, body?: object, options?: Options) {
  return useReadAt<Answer>(useReviewsPath(), path, body, options)
}

/** Returns the path prefix of all review calls. */
export function useReviewsPath(): string {
  const { role, path } = useSession()
  return role === 'operator' ? '/operator' : path
}

function useReadAt<Answer>(
  base: string,
  path: string,
  body: object | undefined,
  { once = false }: Options = {},
) {
  const { api } = useSession()
  return useQuery<Answer>({
    queryKey: [base, path, body],
    queryFn: ({ signal }) =>
      body === undefined
        ? api.get<Answer>(`${base}${path}`, signal)
        : api.post<Answer>(`${base}${path}`, body, signal),
    placeholderData: keepPreviousData,
    ...(once && { meta: { once }, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  })
}
