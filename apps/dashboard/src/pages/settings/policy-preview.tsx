import type {
  MerchantPolicy,
  maxPreviewedAddresses,
  PolicyPreview as Previewed,
  PreviewPolicy,
  RecentAddresses,
} from '@touchstone/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Account } from '../../parts/account.tsx'
import { Badge, LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'

type Line = Previewed['previewed'][number]
type Progress = { lines: Line[]; done: number; total: number; isRunning: boolean }

/**
 * Maximum number of addresses in one call. Duplicated here because an import from the contract would add the
 * contract's schemas to the bundle.
 */
const atOnce: typeof maxPreviewedAddresses = 10
const tooManyPauseMs = 1000
const none: Progress = { lines: [], done: 0, total: 0, isRunning: false }

/** Shows how the policy in the form would score the most recently requested addresses. Nothing is stored. */
export function PolicyPreview({ policy }: { policy: MerchantPolicy['policy'] }) {
  const texts = useTexts().policy
  const { api, path } = useSession()
  const [progress, setProgress] = useState<Progress>()
  const [refusal, setRefusal] = useState<ApiError>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const run = async () => {
    const controller = new AbortController()
    const { signal } = controller
    stop.current = controller
    setRefusal(undefined)
    setProgress({ ...none, isRunning: true })
    const lines: Line[] = []
    try {
      const { addresses } = await api.get<RecentAddresses>(`${path}/policy/asked`, signal)
      let left = addresses.map(({ coin, address }) => ({ coin, address }))
      while (left.length > 0 && !signal.aborted) {
        const body: PreviewPolicy = { policy, addresses: left.slice(0, atOnce) }
        const previewed = await retryOnRateLimit(() =>
          api.post<Previewed>(`${path}/policy/preview`, body, signal),
        )
        lines.push(...previewed.previewed)
        left = left.slice(scoredCount(body, previewed))
        const done = addresses.length - left.length
        setProgress({ lines: [...lines], done, total: addresses.length, isRunning: left.length > 0 })
      }
      if (addresses.length === 0) setProgress(none)
    } catch (error) {
      setProgress((now) => now && { ...now, isRunning: false })
      if (error instanceof ApiError) setRefusal(error)
    }
  }
  const cancel = () => {
    stop.current?.abort()
    setProgress((now) => now && { ...now, isRunning: false })
  }
  return (
    <div className="policy-preview">
      <h3>{texts.preview}</h3>
      <p className="muted small">{texts.previewWhy}</p>
      <div className="form-actions">
        {progress?.isRunning ? (
          <Button onPress={cancel}>{texts.cancel}</Button>
        ) : (
          <Button icon="search" onPress={() => void run()}>
            {texts.run}
          </Button>
        )}
      </div>
      <p role="status" className="small">
        {progress && progress.total > 0 && texts.progress(progress.done, progress.total)}
      </p>
      {progress?.isRunning && progress.total > 0 && (
        <progress aria-label={texts.preview} value={progress.done} max={progress.total} />
      )}
      <Refusal error={refusal} />
      {progress && !progress.isRunning && progress.total === 0 && refusal === undefined && (
        <Empty title={texts.noRequests} text={texts.noRequestsWhy} />
      )}
      {progress && progress.lines.length > 0 && <Lines lines={progress.lines} />}
    </div>
  )
}

/**
 * Lists the previewed addresses: those whose level changes come first, and within each group, the largest
 * changes come first.
 */
function Lines({ lines }: { lines: readonly Line[] }) {
  const texts = useTexts().policy
  const changeOf = ({ before, after }: Line) =>
    (before.level === after.level ? 0 : 1000) + Math.abs(after.score - before.score)
  const sorted = [...lines].sort((one, other) => changeOf(other) - changeOf(one))
  const changed = lines.filter(({ before, after }) => before.level !== after.level).length
  return (
    <>
      <p className="small">
        <strong>{texts.changed(changed, lines.length)}</strong>
      </p>
      <Table
        caption={texts.preview}
        rows={sorted}
        keyOf={({ coin, address }) => `${coin} ${address}`}
        columns={[
          { name: texts.coin, cell: ({ coin }) => coin },
          {
            name: texts.address,
            cell: ({ coin, address }) => (
              <Account value={address} what={texts.address} place={{ coin, address }} />
            ),
          },
          { name: texts.before, cell: ({ before }) => <LevelBadge {...before} /> },
          { name: texts.after, cell: ({ after }) => <LevelBadge {...after} /> },
          {
            name: texts.change,
            number: true,
            cell: ({ before, after }) => {
              const by = after.score - before.score
              if (by === 0) return '–'
              const text = `${by > 0 ? '+' : '−'}${Math.abs(by)}`
              return before.level === after.level ? text : <Badge tone="accent">{text}</Badge>
            },
          },
        ]}
      />
    </>
  )
}

/**
 * Returns how many of the addresses the server has processed. It scores them in order until its time limit is
 * reached, and omits addresses that are no longer in the list of recent addresses.
 */
function scoredCount({ addresses }: PreviewPolicy, { previewed }: Previewed): number {
  const last = previewed.at(-1)
  const place = addresses.findLastIndex(
    ({ coin, address }) => coin === last?.coin && address === last.address,
  )
  return place === -1 ? addresses.length : place + 1
}

async function retryOnRateLimit<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError) || error.http !== 429) throw error
    await new Promise((resolve) => setTimeout(resolve, tooManyPauseMs))
    return await ask()
  }
}
