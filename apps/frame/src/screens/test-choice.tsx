import { useState } from 'react'
import { Action } from '../parts/action.tsx'
import { Icon } from '../parts/icon.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { specimenFiles } from '../specimens/specimen-files.ts'
import { useFrame } from '../state/use-frame.ts'
import { testIn } from '../texts/later-texts.ts'
import type { StepOf } from './step-of.ts'

/** In test mode, the person chooses the outcome instead of showing a document or a face. */
export function TestScreen({ step }: { step: StepOf<'test'> }) {
  const { frame, texts } = useFrame()
  const words = testIn(texts)
  const [outcome, setOutcome] = useState(step.outcomes[0] ?? 'pass')
  const send = (file: File) => {
    const form = new FormData()
    form.set('file', file)
    void frame.act('specimen', '/test/specimen', form)
  }
  return (
    <Screen
      title={words.title}
      why={words.why}
      icon="document"
      onSubmit={() => void frame.act('test', '/test', { outcome })}
      actions={<Action name="test" label={words.confirm} />}
    >
      <fieldset className="block choices">
        <legend className="label">{words.outcome}</legend>
        {step.outcomes.map((each) => (
          <label key={each} className="choice">
            <input
              type="radio"
              name="outcome"
              value={each}
              checked={outcome === each}
              onChange={() => setOutcome(each)}
            />
            <span className="row-text">{words.outcomes[each]}</span>
          </label>
        ))}
      </fieldset>
      {step.specimens.length > 0 && (
        <section className="block">
          <h2 className="label">{words.specimens}</h2>
          <p className="why">{words.specimensWhy}</p>
          <ul className="rows">
            {step.specimens.map(({ file, outcome: causes }) => (
              <li key={file} className="row">
                <Icon name="document" />
                <a className="row-text" href={specimenFiles[file]} download={file}>
                  {words.outcomes[causes]}
                </a>
              </li>
            ))}
          </ul>
          <label className="button specimen-upload">
            <span>{words.upload}</span>
            <input
              type="file"
              className="visually-hidden"
              accept="image/jpeg"
              onChange={(event) => {
                const file = event.target.files?.[0]
                event.target.value = ''
                if (file) send(file)
              }}
            />
          </label>
        </section>
      )}
      <RefusalNotice />
    </Screen>
  )
}
