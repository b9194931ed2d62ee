import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useSession } from './session.ts'

export type Change<Body extends object, Answer> = {
  readonly running: boolean
  readonly refusal: ApiError | undefined
  run(body: Body): Promise<Answer | undefined>
  clear(): void
}

/**
 * Changes data of this merchant and then reloads the displayed data. If the change fails, returns the error
 * for the page to show.
 */
export function useChange<Body extends object, Answer = unknown>(
  path: string,
  own = false,
): Change<Body, Answer> {
  const { api, path: base } = useSession()
  const queries = useQueryClient()
  const [running, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  return {
    running,
    refusal,
    clear: () => setRefusal(undefined),
    async run(body) {
      setRunning(true)
      setRefusal(undefined)
      try {
        const answer = await api.post<Answer>(`${own ? '' : base}${path}`, body)
        await queries.invalidateQueries({ predicate: ({ meta }) => meta?.once !== true })
        return answer
      } catch (error) {
        setRefusal(error as ApiError)
        return undefined
      } finally {
        setRunning(false)
      }
    },
  }
}
