import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import type { Loaded } from '../session/use-load.ts'
import { useTexts } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { sentenceOf } from './refusal.tsx'

/**
 * Shows loaded data, or a placeholder while the data loads. If loading fails, shows the reason with a retry
 * button. Existing data stays visible while it is reloaded.
 */
export function WhenLoaded<Answer>({
  of,
  rows = 4,
  children,
}: {
  of: Loaded<Answer>
  /** The number of rows that the placeholder reserves while the data loads. */
  rows?: number
  children(answer: Answer): ReactNode
}) {
  const texts = useTexts()
  if (of.data !== undefined)
    return (
      <>
        {of.isError && <Stale of={of} why={texts.states.stale} />}
        {children(of.data)}
      </>
    )
  if (of.isError) return <Failed error={of.error as ApiError} again={() => void of.refetch()} />
  return <Loading rows={rows} />
}

/**
 * Explains that the options of a form field could not be loaded. The current choice can still be submitted.
 */
export function MissingChoices({ of }: { of: Loaded<unknown> }) {
  const texts = useTexts()
  return of.isError && <Stale of={of} why={texts.states.noChoices} />
}

/** Shows a placeholder for data that is loading. */
export function Loading({ rows }: { rows: number }) {
  const texts = useTexts()
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{texts.common.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no content
        <div key={row} className="loading-row" aria-hidden="true" />
      ))}
    </div>
  )
}

/** Warns that the data shown is incomplete or outdated. */
function Stale({ of, why }: { of: Loaded<unknown>; why: string }) {
  const texts = useTexts()
  return (
    <div className="notice notice-failed" role="status">
      <Icon name="alert" />
      <span>
        {why} {sentenceOf(of.error as ApiError, texts)}
      </span>
      <Button running={of.isFetching} onPress={() => void of.refetch()}>
        {texts.common.again}
      </Button>
    </div>
  )
}

export function Failed({ error, again }: { error: ApiError; again: () => void }) {
  const texts = useTexts()
  const title =
    error.code === 'offline' || error.code === 'unreachable'
      ? texts.states[error.code]
      : error.http === 429
        ? texts.states.tooMany
        : texts.states.failed
  return (
    <State icon="alert" title={title} text={sentenceOf(error, texts)}>
      <Button onPress={again}>{texts.common.again}</Button>
    </State>
  )
}

export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <State icon="list" title={title} text={text}>
      {children}
    </State>
  )
}

function State({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <div className="state">
      <Icon name={icon} />
      <h2 className="state-title">{title}</h2>
      <p className="muted">{text}</p>
      {children}
    </div>
  )
}
