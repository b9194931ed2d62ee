import type { ProgramLine, Programs } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copied.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useNumber } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, Shown } from '../../parts/states.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { EditProgram } from './edit-program.tsx'

export function ProgramList() {
  const texts = useTexts()
  const { allows } = useSession()
  const programs = useLoad<Programs>('/programs')
  return (
    <Page
      title={texts.programs.title}
      lead={texts.programs.lead}
      actions={
        allows('programs.change') && (
          <Link href="/new" className="button button-primary">
            <Icon name="plus" />
            {texts.programs.make}
          </Link>
        )
      }
    >
      <Shown of={programs} rows={6}>
        {({ programs }) =>
          programs.length === 0 ? (
            <section className="card section">
              <Empty title={texts.programs.empty} text={texts.programs.emptyWhy} />
            </section>
          ) : (
            programs.map((program) => <ProgramCard key={program.programNo} program={program} />)
          )
        }
      </Shown>
    </Page>
  )
}

function ProgramCard({ program }: { program: ProgramLine }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { allows } = useSession()
  const change = useChange<{ programNo: string; active: boolean }>('/programs/switch')
  const { programNo, active } = program
  const [editing, setEditing] = useState(false)
  return (
    <Section
      title={program.name}
      text={texts.programs.kinds[program.kind].what}
      actions={
        active ? (
          <Badge tone="passed" icon="check">
            {texts.programs.active}
          </Badge>
        ) : (
          <Badge>{texts.programs.off}</Badge>
        )
      }
    >
      <dl className="facts">
        <div>
          <dt className="label">{texts.programs.no}</dt>
          <dd>
            <code>{programNo}</code>
            <CopyButton value={programNo} what={texts.programs.no} />
          </dd>
        </div>
        <div>
          <dt className="label">{texts.programs.users}</dt>
          <dd>{numberOf(program.users)}</dd>
        </div>
        <div>
          <dt className="label">{texts.programs.checks}</dt>
          <dd>
            {program.checks.length === 0
              ? '–'
              : program.checks.map((check) => texts.programs.checkNames[check as 'age'] ?? check).join(', ')}
          </dd>
        </div>
        <Rules program={program} />
        <div>
          <dt className="label">{texts.programs.mintMode}</dt>
          <dd>{texts.programs.mintModes[program.mintMode]}</dd>
        </div>
        <div>
          <dt className="label">{texts.programs.theme}</dt>
          <dd>{texts.nav.themes[program.theme as 'auto'] ?? program.theme}</dd>
        </div>
        <div>
          <dt className="label">{texts.programs.domains}</dt>
          <dd>
            {program.allowedDomains.length === 0 ? (
              texts.programs.noDomains
            ) : (
              <code>{program.allowedDomains.join(' ')}</code>
            )}
          </dd>
        </div>
      </dl>
      <Refusal error={change.refusal} />
      {allows('programs.change') && (
        <div className="form-actions">
          <Button running={change.running} onPress={() => void change.run({ programNo, active: !active })}>
            {active ? texts.programs.switchOff : texts.programs.switchOn}
          </Button>
          <Button onPress={() => setEditing(true)}>{texts.programs.edit}</Button>
          <Link href={`/new/${programNo}`} className="button">
            {texts.programs.clone}
          </Link>
        </div>
      )}
      {editing && <EditProgram program={program} onClose={() => setEditing(false)} />}
    </Section>
  )
}

function Rules({ program }: { program: ProgramLine }) {
  const texts = useTexts()
  const { minimumAge, allowedCountries, barredCountries } = program
  return (
    <>
      {minimumAge !== null && (
        <div>
          <dt className="label">{texts.programs.minimumAge}</dt>
          <dd>{minimumAge}</dd>
        </div>
      )}
      {allowedCountries !== null && (
        <div>
          <dt className="label">{texts.programs.allowed}</dt>
          <dd>{allowedCountries.join(', ')}</dd>
        </div>
      )}
      {barredCountries !== null && (
        <div>
          <dt className="label">{texts.programs.barred}</dt>
          <dd>{barredCountries.join(', ')}</dd>
        </div>
      )}
    </>
  )
}
