import type { ProgramDraft, ProgramOptions, ProgramRow, Programs } from '@touchstone/contract'
import { useLocation } from 'wouter'
import { BackLink } from '../../parts/back-link.tsx'
import { Page } from '../../parts/page.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { nonEmptyDomains } from './changeable-fields.tsx'
import { draftLike, firstDraft, stepNames } from './draft.ts'
import { ProgramSteps } from './program-steps.tsx'

/** Creates a program from scratch or as a copy. */
export function ProgramForm({ like }: { like?: string }) {
  const texts = useTexts()
  const options = useLoad<ProgramOptions>('/programs/options')
  const programs = useLoad<Programs>('/programs')
  return (
    <Page
      title={texts.programForm.title}
      lead={texts.programForm.lead}
      back={<BackLink href="/" text={texts.programs.title} />}
    >
      <WhenLoaded of={options} rows={8}>
        {(options) => (
          <WhenLoaded of={programs} rows={8}>
            {({ programs }) => (
              <Steps options={options} like={programs.find(({ programNo }) => programNo === like)} />
            )}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Page>
  )
}

function Steps({ options, like }: { options: ProgramOptions; like: ProgramRow | undefined }) {
  const texts = useTexts()
  const [, go] = useLocation()
  const make = useChange<ProgramDraft, ProgramRow>('/programs')
  return (
    <ProgramSteps
      steps={stepNames}
      first={like ? draftLike(like) : firstDraft(options)}
      options={options}
      change={make}
      note={texts.programForm.why.review}
      submit={texts.programForm.make}
      bodyOf={(draft) => ({ ...draft, allowedDomains: nonEmptyDomains(draft.allowedDomains) })}
      onDone={() => go('/')}
    />
  )
}
