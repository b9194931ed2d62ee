import type { AuditLog as AuditAnswer } from '@touchstone/contract'
import { useState } from 'react'
import { ChangeDetail, ChangedBy } from '../../parts/change-cells.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/** Lists who changed what, when and from which network. Entries can't be changed. */
export function AuditLog() {
  const texts = useTexts()
  const { path } = useSession()
  const [before, setBefore] = useState<number>()
  const log = useLoad<AuditAnswer>(`/audit${before === undefined ? '' : `?before=${before}`}`)
  return (
    <Section
      title={texts.audit.title}
      text={texts.audit.why}
      actions={
        <a className="button" href={`/dashboard/api${path}/audit.csv`} download>
          <Icon name="download" />
          {texts.people.export}
        </a>
      }
    >
      <WhenLoaded of={log} rows={8}>
        {({ entries, more }) =>
          entries.length === 0 ? (
            <Empty title={texts.audit.empty} text={texts.audit.emptyWhy} />
          ) : (
            <>
              <Table
                caption={texts.audit.title}
                rows={entries}
                keyOf={({ id }) => id}
                columns={[
                  { name: texts.audit.at, cell: ({ at }) => <Moment at={at} seconds /> },
                  { name: texts.audit.by, cell: (entry) => <ChangedBy entry={entry} /> },
                  { name: texts.audit.action, cell: ({ action }) => <code>{action}</code> },
                  {
                    name: texts.audit.target,
                    cell: ({ target }) => <span className="mono mono-long">{target}</span>,
                  },
                  { name: texts.audit.detail, cell: ({ detail }) => <ChangeDetail detail={detail} /> },
                  {
                    name: texts.audit.network,
                    cell: ({ network }) => <span className="mono mono-long">{network ?? '–'}</span>,
                  },
                ]}
              />
              <Pager
                first={before === undefined}
                next={more}
                toFirst={() => setBefore(undefined)}
                toNext={() => setBefore(entries.at(-1)?.id)}
              />
            </>
          )
        }
      </WhenLoaded>
    </Section>
  )
}
