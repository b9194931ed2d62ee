import type { ScreeningProgress, Screenings } from '@touchstone/contract'
import { useEffect, useId, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../parts/button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

const pollMs = 2000
const maxBytes = 450_000

/**
 * Screens a list of addresses from a CSV file. The service continues without this page, which shows all recent
 * lists and offers their results as CSV files.
 */
export function Screening() {
  const texts = useTexts()
  const id = useId()
  const recent = useLoad<Screenings>('/screenings')
  const upload = useChange<{ csv: string }, ScreeningProgress>('/screenings')
  const [tooLarge, setTooLarge] = useState(false)
  const { refetch } = recent
  const isRunning = recent.data?.screenings.some(({ done, total }) => done < total) ?? false

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isRunning, refetch])

  const start = async (file: File | undefined) => {
    upload.clear()
    setTooLarge(file !== undefined && file.size > maxBytes)
    if (file !== undefined && file.size <= maxBytes) await upload.run({ csv: await file.text() })
  }

  return (
    <Section title={texts.screening.title} text={texts.screening.why}>
      <div className="field field-wide no-print">
        <label htmlFor={id}>{texts.screening.file}</label>
        <input
          id={id}
          className="input"
          type="file"
          accept=".csv,text/csv"
          disabled={upload.running}
          onChange={(event) => {
            const { files } = event.target
            void start(files?.[0])
            // The same file can be chosen again after it has been corrected.
            event.target.value = ''
          }}
        />
      </div>
      {tooLarge && <p role="alert">{texts.screening.tooLarge}</p>}
      <Refusal error={upload.refusal} />
      <WhenLoaded of={recent} rows={1}>
        {({ screenings }) => (screenings.length === 0 ? null : <Recent screenings={screenings} />)}
      </WhenLoaded>
    </Section>
  )
}

function Recent({ screenings }: Screenings) {
  const texts = useTexts()
  const { api, path } = useSession()
  const [refusal, setRefusal] = useState<ApiError>()
  const save = ({ ids }: ScreeningProgress) => {
    setRefusal(undefined)
    return api
      .download(`${path}/screenings/download`, { ids })
      .then((file) => saveFile(file, 'screening.csv'))
      .catch((error: ApiError) => setRefusal(error))
  }
  return (
    <>
      <Refusal error={refusal} />
      <Table
        caption={texts.screening.recent}
        rows={screenings}
        keyOf={({ ids }) => ids.join(' ')}
        columns={[
          { name: texts.screening.started, cell: ({ startedAt }) => <Moment at={startedAt} /> },
          {
            name: texts.screening.state,
            cell: ({ done, total }) => (
              <>
                <span role="status">{texts.screening.progress(done, total)}</span>{' '}
                {done < total && <progress aria-label={texts.screening.state} value={done} max={total} />}
              </>
            ),
          },
          {
            name: texts.common.actions,
            cell: (list) =>
              list.done === list.total && (
                <Button icon="download" onPress={() => void save(list)}>
                  {texts.screening.save}
                </Button>
              ),
          },
        ]}
      />
    </>
  )
}
