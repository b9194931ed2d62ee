import type { ProgramDraft, ProgramOptions } from '@touchstone/contract'
import { Checkbox, Field, Select } from '../../parts/field.tsx'
import { useTexts } from '../../texts/texts.ts'
import {
  ColourFreeField,
  DomainsField,
  givenDomains,
  NameField,
  ThemeField,
  WalletProofField,
} from './changeable-fields.tsx'
import { Countries } from './countries.tsx'
import { kindOf, type StepName, withKind } from './draft.ts'

type Props = { draft: ProgramDraft; options: ProgramOptions; onChange(draft: ProgramDraft): void }

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
              onChange={() => onChange(withKind(draft, kindOf(options, kind)))}
            />
            <span>
              <strong>{texts.programs.kinds[kind].name}</strong>
              <span className="muted small">{texts.programs.kinds[kind].what}</span>
            </span>
          </label>
        ))}
      </fieldset>
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

function Result({ draft, options, onChange }: Props) {
  const texts = useTexts()
  const { mintModes, chainIds, films } = kindOf(options, draft.kind)
  const chains = options.chains.filter(({ chainId }) => chainIds.includes(chainId))
  const isOnChain = draft.mintMode !== 'cross-chain'
  return (
    <>
      <Select
        label={texts.programs.mintMode}
        value={draft.mintMode}
        choices={mintModes.map((value) => ({ value, name: texts.programs.mintModes[value] }))}
        hint={texts.programForm.mintModeWhy[draft.mintMode as 'cross-chain']}
        onValue={(mintMode) => onChange({ ...draft, mintMode })}
      />
      <Select
        label={texts.programForm.chain}
        value={draft.chainId}
        choices={chains
          .filter(({ minter }) => minter || !isOnChain)
          .map(({ chainId, name }) => ({ value: chainId, name: `${name} (${chainId})` }))}
        onValue={(chainId) => onChange({ ...draft, chainId })}
      />
      <WalletProofField
        options={options}
        value={draft.walletProof}
        onValue={(walletProof) => onChange({ ...draft, walletProof })}
      />
      {draft.kind === 'MeID' && (
        <Field
          label={texts.programForm.rebind}
          type="number"
          min={1}
          value={draft.meidRebindDays}
          hint={texts.programForm.rebindWhy}
          onValue={(value) => onChange({ ...draft, meidRebindDays: Math.trunc(Number(value)) })}
        />
      )}
      {films && (
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

function Review({ draft, options }: Props) {
  const texts = useTexts()
  const chain = options.chains.find(({ chainId }) => chainId === draft.chainId)
  const rows: [string, string][] = [
    [texts.programForm.name, draft.name],
    [texts.programForm.kind, texts.programs.kinds[draft.kind as 'KYC']?.name ?? draft.kind],
    [
      texts.programs.checks,
      draft.checks.map((check) => texts.programs.checkNames[check as 'age'] ?? check).join(', ') || '–',
    ],
    ...(draft.minimumAge === null
      ? []
      : [[texts.programs.minimumAge, String(draft.minimumAge)] as [string, string]]),
    ...(draft.allowedCountries === null
      ? []
      : [[texts.programs.allowed, draft.allowedCountries.join(', ')] as [string, string]]),
    ...(draft.barredCountries === null
      ? []
      : [[texts.programs.barred, draft.barredCountries.join(', ')] as [string, string]]),
    [texts.programs.mintMode, texts.programs.mintModes[draft.mintMode as 'cross-chain'] ?? draft.mintMode],
    [texts.programForm.chain, chain?.name ?? draft.chainId],
    [texts.programs.theme, texts.nav.themes[draft.theme as 'auto'] ?? draft.theme],
    [texts.programs.domains, givenDomains(draft.allowedDomains).join(' ') || texts.programs.noDomains],
  ]
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="label">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
