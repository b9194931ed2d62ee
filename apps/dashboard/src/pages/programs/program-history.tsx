import type { ProgramHistory as History, ProgramOptions } from '@touchstone/contract'
import { BackLink } from '../../parts/back-link.tsx'
import { ChangeDetail, ChangedBy } from '../../parts/change-cells.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { useRequirementFacts } from './requirement-facts.ts'

type Version = History['versions'][number]

/**
 * Shows the versions of a program's requirements, the number of people per version, and the log of changes.
 */
export function ProgramHistory({ programNo }: { programNo: string }) {
  const texts = useTexts()
  const options = useLoad<ProgramOptions>('/programs/options')
  const history = useLoad<History>(`/programs/history?programNo=${programNo}`, undefined, { ofOne: true })
  return (
    <Page
      title={texts.programHistory.title}
      lead={history.data && texts.programHistory.lead(history.data.name)}
      back={<BackLink href="/" text={texts.programs.title} />}
    >
      <WhenLoaded of={options} rows={6}>
        {(options) => (
          <WhenLoaded of={history} rows={6}>
            {(history) => (
              <>
                {history.versions.map((version, index) => (
                  <VersionCard
                    key={version.version}
                    version={version}
                    options={options}
                    isNewest={index === 0}
                  />
                ))}
                <Changes history={history} />
              </>
            )}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Page>
  )
}

function VersionCard(props: { version: Version; options: ProgramOptions; isNewest: boolean }) {
  const { version, options, isNewest } = props
  const texts = useTexts()
  const numberOf = useNumber()
  const facts = useRequirementFacts(version, options)
  return (
    <Section
      title={texts.programHistory.version(version.version)}
      text={isNewest ? texts.programHistory.newest : texts.programHistory.older}
    >
      <Facts
        rows={[
          [texts.programHistory.since, <Moment key="since" at={version.since} />],
          ...facts,
          [texts.programHistory.people, numberOf(version.people)],
          [texts.programHistory.completed, numberOf(version.completed)],
        ]}
      />
    </Section>
  )
}

function Changes({ history: { changes, more } }: { history: History }) {
  const texts = useTexts()
  return (
    <Section
      title={texts.programHistory.changes}
      text={more ? texts.programHistory.moreChanges : texts.programHistory.changesWhy}
    >
      {changes.length === 0 ? (
        <Empty title={texts.programHistory.noChanges} text={texts.programHistory.noChangesWhy} />
      ) : (
        <Table
          caption={texts.programHistory.changes}
          rows={changes}
          keyOf={({ id }) => id}
          columns={[
            { name: texts.audit.at, cell: ({ at }) => <Moment at={at} seconds /> },
            { name: texts.audit.by, cell: (entry) => <ChangedBy entry={entry} /> },
            { name: texts.audit.action, cell: ({ action }) => <code>{action}</code> },
            { name: texts.audit.detail, cell: ({ detail }) => <ChangeDetail detail={detail} /> },
          ]}
        />
      )}
    </Section>
  )
}
