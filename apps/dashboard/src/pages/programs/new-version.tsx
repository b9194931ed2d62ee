import type {
  ChangeRequirements,
  ProgramDraft,
  ProgramOptions,
  ProgramRow,
  Programs,
} from '@touchstone/contract'
import { useLocation } from 'wouter'
import { BackLink } from '../../parts/back-link.tsx'
import { Page } from '../../parts/page.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { draftLike } from './draft.ts'
import { ProgramSteps } from './program-steps.tsx'

/**
 * Changes the requirements for people who start from now on. People who have started or have a result keep
 * the previous version.
 */
export function NewVersion({ programNo }: { programNo: string }) {
  const texts = useTexts()
  const options = useLoad<ProgramOptions>('/programs/options')
  const programs = useLoad<Programs>('/programs')
  const program = programs.data?.programs.find((each) => each.programNo === programNo)
  return (
    <Page
      title={texts.programVersion.title}
      lead={program && texts.programVersion.lead(program.name)}
      back={<BackLink href="/" text={texts.programs.title} />}
    >
      <WhenLoaded of={options} rows={8}>
        {(options) => (
          <WhenLoaded of={programs} rows={8}>
            {() =>
              program ? (
                <Steps options={options} program={program} />
              ) : (
                <Empty title={texts.programVersion.unknown} text={texts.programVersion.unknownWhy} />
              )
            }
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Page>
  )
}

function Steps({ options, program }: { options: ProgramOptions; program: ProgramRow }) {
  const texts = useTexts()
  const [, go] = useLocation()
  const { programNo, version } = program
  const change = useChange<ChangeRequirements>('/programs/version')
  return (
    <ProgramSteps
      steps={['checks', 'result', 'review']}
      first={draftLike(program)}
      options={options}
      change={change}
      note={texts.programVersion.note(version)}
      submit={texts.programVersion.make(version + 1)}
      bodyOf={(draft) => ({ programNo, ...requirementsOf(draft) })}
      onDone={() => go(`/history/${programNo}`)}
      isNewVersion
      same={texts.programVersion.same(version)}
    />
  )
}

function requirementsOf(draft: ProgramDraft): Omit<ChangeRequirements, 'programNo'> {
  const { checks, minimumAge, allowedCountries, barredCountries } = draft
  const { minimumIncome, minimumNetWorth, mintMode, chainId } = draft
  return {
    ...{ checks, minimumAge, allowedCountries, barredCountries },
    ...{ minimumIncome, minimumNetWorth, mintMode, chainId },
  }
}
