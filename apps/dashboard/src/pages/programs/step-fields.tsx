import type { ProgramDraft, ProgramOptions } from '@touchstone/contract'
import { Facts } from '../../parts/facts.tsx'
import { Checkbox, Field, Select } from '../../parts/field.tsx'
import { useTexts } from '../../texts/texts.ts'
import {
  ColourFreeField,
  DomainsField,
  NameField,
  nonEmptyDomains,
  ThemeField,
  WalletProofField,
} from './changeable-fields.tsx'
import { Countries } from './countries.tsx'
import { kindOf, type StepName, withKind, withMintMode } from './draft.ts'
import { useRequirementFacts } from './requirement-facts.ts'

type Props = {
  draft: ProgramDraft
  options: ProgramOptions
  /** Whether the form changes the requirements of an existing program. */
  isNewVersion: boolean
  onChange(draft: ProgramDraft): void
}

export function StepFields({ step, ...props }: Props & { step: StepName }) {
  const fields = { kind: Kind, checks: Checks, result: Result, look: Look, review: Review }
  const Fields = fields[step]
  return <Fields {...props} />
}

function Kind({ draft, options, onChange }: Props) {
  const texts = useTexts()
  return (
    <>
      <NameField value={draft.name} onValue={(name) => onChange({ ...draft, name })} />
      <fieldset className="choices">
        <legend>{texts.programForm.kind}</legend>
        {options.kinds.map(({ kind }) => (
          <label key={kind} className="choice">
            <input
              type="radio"
              name="kind"
              value={kind}
              checked={draft.kind === kind}
              onChange={() => onChange(withKind(draft, kindOf(options, kind), options))}
            />
            <span>
              <strong>{texts.programs.kinds[kind].name}</strong>
              <span className="muted small">{texts.programs.kinds[kind].what}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Checkbox
        label={texts.programForm.test}
        hint={texts.programForm.testWhy}
        checked={draft.test ?? false}
        onValue={(test) => onChange({ ...draft, test })}
      />
    </>
  )
}

function Checks({ draft, options, onChange }: Props) {
  const texts = useTexts()
  const { checks, alwaysChecks, hasCountries, hasAmounts } = kindOf(options, draft.kind)
  const amount = (value: string) => (value === '' ? null : Math.trunc(Number(value)))
  return (
    <>
      {checks.length === 0 && !hasAmounts && <p className="muted">{texts.programForm.noChecks}</p>}
      {checks.map((check) => (
        <Checkbox
          key={check}
          label={texts.programs.checkNames[check as 'age'] ?? check}
          hint={texts.programForm.checkWhy[check as 'age']}
          checked={draft.checks.includes(check)}
          disabled={alwaysChecks.includes(check)}
          onValue={(on) =>
            onChange({
              ...draft,
              checks: on ? [...draft.checks, check] : draft.checks.filter((each) => each !== check),
            })
          }
        />
      ))}
      {draft.checks.includes('age') && (
        <Field
          field="minimumAge minimum-age"
          label={texts.programs.minimumAge}
          type="number"
          min={1}
          max={120}
          value={draft.minimumAge ?? ''}
          hint={texts.programForm.ageHint}
          onValue={(value) => onChange({ ...draft, minimumAge: amount(value) })}
        />
      )}
      {hasCountries && <Countries draft={draft} countries={options.countries} onChange={onChange} />}
      {hasAmounts && (
        <>
          <Field
            label={texts.programForm.income}
            type="number"
            min={1}
            value={draft.minimumIncome ?? ''}
            hint={texts.programForm.amountHint}
            onValue={(value) => onChange({ ...draft, minimumIncome: amount(value) })}
          />
          <Field
            label={texts.programForm.netWorth}
            type="number"
            min={1}
            value={draft.minimumNetWorth ?? ''}
            onValue={(value) => onChange({ ...draft, minimumNetWorth: amount(value) })}
          />
        </>
      )}
    </>
  )
}

function Result({ draft, options, isNewVersion, onChange }: Props) {
  const texts = useTexts()
  const { mintModes, chainIds } = kindOf(options, draft.kind)
  const chains = options.chains.filter(({ chainId }) => chainIds.includes(chainId))
  const isOnChain = draft.mintMode !== 'cross-chain'
  return (
    <>
      <Select
        field="mintMode mint-mode"
        label={texts.programs.mintMode}
        value={draft.mintMode}
        choices={mintModes.map((value) => ({ value, name: texts.programs.mintModes[value] }))}
        hint={texts.programForm.mintModeWhy[draft.mintMode as 'cross-chain']}
        onValue={(mintMode) => onChange(withMintMode(draft, mintMode, options))}
      />
      <Select
        field="chainId chain"
        label={texts.programForm.chain}
        value={draft.chainId}
        choices={chains
          .filter(({ minter }) => minter || !isOnChain)
          .map(({ chainId, name }) => ({ value: chainId, name: `${name} (${chainId})` }))}
        onValue={(chainId) => onChange({ ...draft, chainId })}
      />
      {!isNewVersion && <Manner draft={draft} options={options} onChange={onChange} />}
    </>
  )
}

/** Edits the settings that can be changed at any time and apply to everyone. */
function Manner({ draft, options, onChange }: Omit<Props, 'isNewVersion'>) {
  const texts = useTexts()
  return (
    <>
      <WalletProofField
        options={options}
        value={draft.walletProof}
        onValue={(walletProof) => onChange({ ...draft, walletProof })}
      />
      {draft.kind === 'MeID' && (
        <Field
          field="meidRebindDays MeID-rebind-days"
          label={texts.programForm.rebind}
          type="number"
          min={1}
          value={draft.meidRebindDays}
          hint={texts.programForm.rebindWhy}
          onValue={(value) => onChange({ ...draft, meidRebindDays: Math.trunc(Number(value)) })}
        />
      )}
      {kindOf(options, draft.kind).films && (
        <ColourFreeField
          value={draft.colourFree}
          onValue={(colourFree) => onChange({ ...draft, colourFree })}
        />
      )}
    </>
  )
}

function Look({ draft, options, onChange }: Props) {
  return (
    <>
      <ThemeField options={options} value={draft.theme} onValue={(theme) => onChange({ ...draft, theme })} />
      <DomainsField
        value={draft.allowedDomains}
        onValue={(allowedDomains) => onChange({ ...draft, allowedDomains: [...allowedDomains] })}
      />
    </>
  )
}

function Review({ draft, options, isNewVersion }: Props) {
  const texts = useTexts()
  const facts = useRequirementFacts(draft, options)
  const anyAge = draft.checks.includes('age') && draft.minimumAge === null && (
    <p className="notice" role="status">
      {texts.programForm.anyAge}
    </p>
  )
  if (isNewVersion) {
    return (
      <>
        {anyAge}
        <Facts rows={facts} />
      </>
    )
  }
  return (
    <>
      {anyAge}
      <Facts
        rows={[
          [texts.programForm.name, draft.name],
          [texts.programForm.kind, texts.programs.kinds[draft.kind as 'KYC']?.name ?? draft.kind],
          ...(draft.test ? ([[texts.programs.test, texts.programForm.testWhy]] as const) : []),
          ...facts,
          [
            texts.programForm.walletProof,
            texts.programForm.walletProofs[draft.walletProof as 'required'] ?? draft.walletProof,
          ],
          [texts.programs.theme, texts.nav.themes[draft.theme as 'auto'] ?? draft.theme],
          [
            texts.programs.domains,
            nonEmptyDomains(draft.allowedDomains).join(' ') || texts.programs.noDomains,
          ],
        ]}
      />
    </>
  )
}
