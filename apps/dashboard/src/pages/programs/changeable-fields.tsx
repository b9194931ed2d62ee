import type { ProgramOptions } from '@touchstone/contract'
import { Checkbox, Field, Select } from '../../parts/field.tsx'
import { useTexts } from '../../texts/texts.ts'

type One<Value> = { value: Value; onValue(value: Value): void }

/** Fields shared by the forms for new and existing programs. */
export function NameField({ value, onValue }: One<string>) {
  const texts = useTexts()
  return (
    <Field
      field="name"
      label={texts.programForm.name}
      value={value}
      onValue={onValue}
      maxLength={100}
      required
    />
  )
}

export function DomainsField({ value, onValue }: One<readonly string[]>) {
  const texts = useTexts()
  return (
    <Field
      field="allowedDomains domain"
      label={texts.programs.domains}
      value={value.join(' ')}
      placeholder="https://app.example.com"
      hint={texts.programForm.domainsWhy}
      autoComplete="off"
      onValue={(typed) => onValue(typed === '' ? [] : typed.split(/[\s,]+/))}
    />
  )
}

export function ThemeField({ options, value, onValue }: One<string> & { options: ProgramOptions }) {
  const texts = useTexts()
  return (
    <Select
      field="theme"
      label={texts.programs.theme}
      value={value}
      choices={options.themes.map((each) => ({
        value: each,
        name: texts.nav.themes[each as 'auto'] ?? each,
      }))}
      hint={texts.programForm.themeWhy}
      onValue={onValue}
    />
  )
}

export function WalletProofField({ options, value, onValue }: One<string> & { options: ProgramOptions }) {
  const texts = useTexts()
  return (
    <Select
      field="walletProof"
      label={texts.programForm.walletProof}
      value={value}
      choices={options.walletProofs.map(({ value: each }) => ({
        value: each,
        name: texts.programForm.walletProofs[each as 'required'] ?? each,
      }))}
      hint={texts.programForm.walletProofWhy}
      onValue={onValue}
    />
  )
}

export function ColourFreeField({ value, onValue }: One<boolean>) {
  const texts = useTexts()
  return (
    <Checkbox
      label={texts.programForm.colourFree}
      hint={texts.programForm.colourFreeWhy}
      checked={value}
      onValue={onValue}
    />
  )
}

/** Removes the empty entry that a trailing space creates. */
export const nonEmptyDomains = (domains: readonly string[]): string[] =>
  domains.filter((domain) => domain !== '')
