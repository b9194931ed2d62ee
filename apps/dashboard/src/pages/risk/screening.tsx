import type { ScreeningProgress } from '@touchstone/contract'
import { useEffect, useId, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { useSession } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'

const pollMs = 2000
const maxBytes = 450_000

/**
 * Screens a list of addresses from a CSV file, and offers the results as a CSV file. A list that is being
 * screened stays on the page while this component is hidden.
 */
export function Screening({ hidden }: { hidden: boolean }) {
  const texts = useTexts()
  const { api, path } = useSession()
  const id = useId()
  const [progress, setProgress] = useState<ScreeningProgress>()
  const [running, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  const [tooLarge, setTooLarge] = useState(false)
  const isDone = progress !== undefined && progress.done === progress.total

  useEffect(() => {
    if (progress === undefined || progress.done === progress.total) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      api
        .post<ScreeningProgress>(`${path}/screenings/get`, { ids: progress.ids }, stop.signal)
        .then(setProgress)
        .catch((error: ApiError) => {
          if (stop.signal.aborted) return
          setRefusal(error)
          // Polls again, because the service continues even without this page.
          setProgress({ ...progress })
        })
    }, pollMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, path, progress])

  const start = async (file: File | undefined) => {
    setRefusal(undefined)
    setTooLarge(false)
    if (file === undefined) return
    if (file.size > maxBytes) return setTooLarge(true)
    setRunning(true)
    try {
      setProgress(await api.post<ScreeningProgress>(`${path}/screenings`, { csv: await file.text() }))
    } catch (error) {
      setRefusal(error as ApiError)
    } finally {
      setRunning(false)
    }
  }
  const save = () =>
    api
      .download(`${path}/screenings/download`, { ids: progress?.ids ?? [] })
      .then((file) => saveFile(file, 'screening.csv'))
      .catch((error: ApiError) => setRefusal(error))

  if (hidden) return undefined
  return (
    <Section title={texts.screening.title} text={texts.screening.why}>
      <div className="field field-wide no-print">
        <label htmlFor={id}>{texts.screening.file}</label>
        <input
          id={id}
          className="input"
          type="file"
          accept=".csv,text/csv"
          disabled={running || (progress !== undefined && !isDone)}
          onChange={(event) => {
            const { files } = event.target
            void start(files?.[0])
            // The same file can be chosen again after it has been corrected.
            event.target.value = ''
          }}
        />
      </div>
      {tooLarge && <p role="alert">{texts.screening.tooLarge}</p>}
      <Refusal error={refusal} />
      {progress && (
        <div role="status">
          <p>{texts.screening.progress(progress.done, progress.total)}</p>
          {!isDone && (
            <progress aria-label={texts.screening.title} value={progress.done} max={progress.total} />
          )}
        </div>
      )}
      {isDone && (
        <div className="form-actions">
          <Button icon="download" onPress={() => void save()}>
            {texts.screening.save}
          </Button>
        </div>
      )}
    </Section>
  )
}
