import type { ProgramDraft } from '@touchstone/contract'
import { useState } from 'react'
import { Field, Select } from '../../parts/field.tsx'
import { useTexts } from '../../texts/texts.ts'

type Rule = 'all' | 'allowed' | 'barred'

/**
 * Selects whether a program allows all countries, only the listed ones, or all except the listed ones.
 * Members type country codes, because 250 checkboxes would be unusable.
 */
export function Countries({
  draft,
  countries,
  onChange,
}: {
  draft: ProgramDraft
  countries: readonly string[]
  onChange(draft: ProgramDraft): void
}) {
  const texts = useTexts()
  const rule: Rule =
    draft.allowedCountries !== null ? 'allowed' : draft.barredCountries !== null ? 'barred' : 'all'
  const [typed, setTyped] = useState((draft.allowedCountries ?? draft.barredCountries ?? []).join(' '))
  const codes = typed
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const unknown = codes.filter((code) => !countries.includes(code))
  const set = (next: Rule, list: string[]) =>
    onChange({
      ...draft,
      allowedCountries: next === 'allowed' ? list : null,
      barredCountries: next === 'barred' ? list : null,
    })
  return (
    <>
      <Select
        field="countries"
        label={texts.programForm.countries}
        value={rule}
        choices={(['all', 'allowed', 'barred'] as const).map((value) => ({
          value,
          name: texts.programForm.countryRules[value],
        }))}
        onValue={(value) => set(value as Rule, codes)}
      />
      {rule !== 'all' && (
        <Field
          field="countries"
          label={texts.programForm.countryCodes}
          value={typed}
          autoComplete="off"
          placeholder="FRA DEU HKG"
          problem={unknown.length === 0 ? undefined : texts.programForm.unknownCodes(unknown.join(', '))}
          hint={texts.programForm.countryHint}
          onValue={(value) => {
            setTyped(value)
            set(
              rule,
              value
                .toUpperCase()
                .split(/[\s,]+/)
                .filter(Boolean),
            )
          }}
        />
      )}
    </>
  )
}
