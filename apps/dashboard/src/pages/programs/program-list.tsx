import type { ProgramOptions, ProgramRow, Programs } from '@touchstone/contract'
import { Fragment, useState } from 'react'
import { Link } from 'wouter'
import { Badge, TestBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copied.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { EditProgram } from './edit-program.tsx'
import { useRequirementFacts } from './requirement-facts.ts'

export function ProgramList() {
  const texts = useTexts()
  const { allows } = useSession()
  const programs = useLoad<Programs>('/programs')
  const options = useLoad<ProgramOptions>('/programs/options')
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
      <WhenLoaded of={programs} rows={6}>
        {({ programs }) =>
          programs.length === 0 ? (
            <section className="card section">
              <Empty title={texts.programs.empty} text={texts.programs.emptyWhy} />
            </section>
          ) : (
            <WhenLoaded of={options} rows={6}>
              {(options) =>
                programs.map((program) => (
                  <ProgramCard key={program.programNo} program={program} options={options} />
                ))
              }
            </WhenLoaded>
          )
        }
      </WhenLoaded>
    </Page>
  )
}

function ProgramCard({ program, options }: { program: ProgramRow; options: ProgramOptions }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { allows } = useSession()
  const change = useChange<{ programNo: string; active: boolean }>('/programs/switch')
  const { programNo, active } = program
  const [editing, setEditing] = useState(false)
  const facts = useRequirementFacts(program, options)
  return (
    <Section
      title={program.name}
      text={texts.programs.kinds[program.kind].what}
      actions={
        <>
          {program.test && <TestBadge />}
          {active && program.missing.length > 0 ? (
            <Badge tone="failed" icon="close">
              {texts.programs.notOffered}
            </Badge>
          ) : active ? (
            <Badge tone="passed" icon="check">
              {texts.programs.active}
            </Badge>
          ) : (
            <Badge>{texts.programs.off}</Badge>
          )}
        </>
      }
    >
      <Facts
        rows={[
          [
            texts.programs.no,
            <Fragment key="no">
              <code>{programNo}</code>
              <CopyButton value={programNo} what={texts.programs.no} />
            </Fragment>,
          ],
          [texts.programs.users, numberOf(program.users)],
          ...facts,
          [texts.programs.theme, texts.nav.themes[program.theme as 'auto'] ?? program.theme],
          [
            texts.programs.domains,
            program.allowedDomains.length === 0 ? (
              texts.programs.noDomains
            ) : (
              <code key="domains">{program.allowedDomains.join(' ')}</code>
            ),
          ],
          [
            texts.programHistory.label,
            <Link key="version" href={`/history/${programNo}`}>
              {texts.programHistory.version(program.version)}
            </Link>,
          ],
        ]}
      />
      {program.missing.length > 0 && <Missing requirements={program.missing} />}
      {program.overruled && <Overruled theme={program.theme} overruled={program.overruled} />}
      <Refusal error={change.refusal} />
      {allows('programs.change') && (
        <div className="form-actions">
          <Button running={change.running} onPress={() => void change.run({ programNo, active: !active })}>
            {active ? texts.programs.switchOff : texts.programs.switchOn}
          </Button>
          <Button onPress={() => setEditing(true)}>{texts.programs.edit}</Button>
          <Link href={`/change/${programNo}`} className="button">
            {texts.programVersion.title}
          </Link>
          <Link href={`/new/${programNo}`} className="button">
            {texts.programs.clone}
          </Link>
        </div>
      )}
      {editing && <EditProgram program={program} options={options} onClose={() => setEditing(false)} />}
    </Section>
  )
}

/** States what the installation lacks, so that the program is not offered. */
function Missing({ requirements }: { requirements: ProgramRow['missing'] }) {
  const texts = useTexts()
  return (
    <p className="notice">
      <Icon name="alert" />
      <span>
        {texts.programs.missing}{' '}
        {requirements.map((each) => texts.programs.requirements[each as 'face-check']).join(' ')}
      </span>
    </p>
  )
}

/** Warns that a hosting page sets a colour mode that takes precedence over the program's. */
function Overruled(props: { theme: string; overruled: NonNullable<ProgramRow['overruled']> }) {
  const { theme, overruled } = props
  const texts = useTexts()
  const nameOf = (each: string) => texts.nav.themes[each as 'auto'] ?? each
  return (
    <p className="notice">
      <Icon name="alert" />
      <span>
        {texts.programs.overruled(overruled.origin, nameOf(overruled.theme), nameOf(theme))}{' '}
        <span className="muted">
          <Moment at={overruled.at} />
        </span>
      </span>
    </p>
  )
}
