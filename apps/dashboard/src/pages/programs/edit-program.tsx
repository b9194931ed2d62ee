import type { ChangeProgram, ProgramOptions, ProgramRow } from '@touchstone/contract'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'
import {
  ColourFreeField,
  DomainsField,
  NameField,
  nonEmptyDomains,
  ThemeField,
  WalletProofField,
} from './changeable-fields.tsx'
import { kindOf } from './draft.ts'

/** Edits the settings that can change while people are being verified. Requirements cannot be edited here. */
export function EditProgram(props: { program: ProgramRow; options: ProgramOptions; onClose: () => void }) {
  const texts = useTexts()
  return (
    <Dialog title={texts.programs.editTitle(props.program.name)} onClose={props.onClose}>
      <p className="muted small">{texts.programs.editWhy}</p>
      <Form {...props} />
    </Dialog>
  )
}

function Form({
  program,
  options,
  onClose,
}: {
  program: ProgramRow
  options: ProgramOptions
  onClose: () => void
}) {
  const texts = useTexts()
  const [draft, setDraft] = useState<ChangeProgram>({
    programNo: program.programNo,
    name: program.name,
    theme: program.theme,
    allowedDomains: program.allowedDomains,
    walletProof: program.walletProof,
    meidRebindDays: program.meidRebindDays,
    colourFree: program.colourFree,
  })
  const change = useChange<ChangeProgram>('/programs/change')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const allowedDomains = nonEmptyDomains(draft.allowedDomains)
        void change.run({ ...draft, allowedDomains }).then((done) => done !== undefined && onClose())
      }}
    >
      <NameField value={draft.name} onValue={(name) => setDraft({ ...draft, name })} />
      <DomainsField
        value={draft.allowedDomains}
        onValue={(allowedDomains) => setDraft({ ...draft, allowedDomains: [...allowedDomains] })}
      />
      <ThemeField options={options} value={draft.theme} onValue={(theme) => setDraft({ ...draft, theme })} />
      <WalletProofField
        options={options}
        value={draft.walletProof}
        onValue={(walletProof) => setDraft({ ...draft, walletProof })}
      />
      {kindOf(options, program.kind).films && (
        <ColourFreeField
          value={draft.colourFree}
          onValue={(colourFree) => setDraft({ ...draft, colourFree })}
        />
      )}
      <Refusal error={change.refusal} />
      <div className="form-actions">
        <Button look="primary" running={change.running}>
          {texts.common.save}
        </Button>
        <Button onPress={onClose}>{texts.common.cancel}</Button>
      </div>
    </form>
  )
}
