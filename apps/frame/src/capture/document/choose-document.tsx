import { useId, useMemo } from 'react'
import { FileDrop } from '../files/file-drop.tsx'
import type { CaptureTexts } from '../texts.ts'
import { countryNames } from './country-codes.ts'
import styles from './document.module.css'
import type { DocumentKind } from './document-kind.ts'

export type DocumentChoice = { kind: DocumentKind; country: string }

/** Asks for the document's type and country, and whether to use the camera or upload a photo. */
export function ChooseDocument(props: {
  texts: CaptureTexts
  locale: string
  kinds: readonly DocumentKind[]
  /** Whether to list the fictional state that issues specimens. */
  specimens: boolean
  choice: DocumentChoice
  onChange: (choice: DocumentChoice) => void
  onCamera: () => void
  onFile: (file: File) => void
}) {
  const { texts, locale, kinds, specimens, choice, onChange, onCamera, onFile } = props
  const words = texts.document
  const countries = useMemo(() => countryNames(locale), [locale])
  const name = useId()
  const isChosen = choice.country !== ''
  return (
    <div className={styles.capture} data-phase="choose">
      <fieldset className={styles.kinds}>
        <legend className={styles.legend}>{words.kind}</legend>
        {kinds.map((kind) => (
          <label key={kind} className={styles.kind}>
            <input
              type="radio"
              name={`${name}-kind`}
              value={kind}
              checked={choice.kind === kind}
              onChange={() => onChange({ ...choice, kind })}
            />
            <span>{words.kinds[kind]}</span>
          </label>
        ))}
      </fieldset>
      <label className={styles.country}>
        <span className={styles.legend}>{words.country}</span>
        <select
          className={styles.select}
          name="country"
          value={choice.country}
          onChange={(event) => onChange({ ...choice, country: event.target.value })}
        >
          <option value="" disabled>
            {words.chooseCountry}
          </option>
          {specimens && <option value="UTO">{words.specimenCountry}</option>}
          {countries.map((country) => (
            <option key={country.alpha3} value={country.alpha3}>
              {country.name}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.hint}>{words.kindHints[choice.kind]}</p>
      <button type="button" className="button button-primary" onClick={onCamera} disabled={!isChosen}>
        {words.useCamera}
      </button>
      <FileDrop
        texts={texts}
        accept="picture"
        label={words.uploadInstead}
        isDisabled={!isChosen}
        onFile={onFile}
      />
    </div>
  )
}
