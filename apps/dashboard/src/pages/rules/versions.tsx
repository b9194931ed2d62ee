import type { RuleVersions } from '@touchstone/contract'
import { useState } from 'react'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { RuleSentences } from './rule-sentences.tsx'

/** Lists the versions of the merchant's policy, each with its rules. */
export function Versions() {
  const texts = useTexts()
  const [before, setBefore] = useState<number>()
  const list = useLoad<RuleVersions>(`/rules/versions${before === undefined ? '' : `?before=${before}`}`)
  return (
    <Section title={texts.rules.versions} text={texts.rules.versionsWhy}>
      <WhenLoaded of={list}>
        {({ versions, more }) =>
          versions.length === 0 ? (
            <Empty title={texts.rules.noVersions} text={texts.rules.noVersionsWhy} />
          ) : (
            <>
              <Table
                caption={texts.rules.versions}
                rows={versions}
                keyOf={({ id }) => id}
                columns={[
                  { name: texts.rules.version, cell: ({ version }) => version },
                  { name: texts.audit.at, cell: ({ at }) => <Moment at={at} /> },
                  {
                    name: texts.audit.by,
                    cell: ({ by }) =>
                      by === '' ? (
                        texts.rules.unknownAuthor
                      ) : by === 'command-line' || by === 'server' ? (
                        texts.audit.actors[by]
                      ) : (
                        <span className="mono">{by}</span>
                      ),
                  },
                  {
                    name: texts.rules.fingerprint,
                    cell: ({ fingerprint }) => <span className="mono">{fingerprint || '–'}</span>,
                  },
                  {
                    name: texts.customerTransfers.rules,
                    cell: ({ isDefault, rules }) =>
                      isDefault ? (
                        texts.rules.defaultPolicy
                      ) : rules === null ? (
                        texts.rules.defaultRules
                      ) : rules.length === 0 ? (
                        texts.rules.emptyWhy
                      ) : (
                        <details className="behind">
                          <summary>{rules.map(({ name }) => name).join(', ')}</summary>
                          <RuleSentences rules={rules} />
                        </details>
                      ),
                  },
                ]}
              />
              <Pager
                first={before === undefined}
                next={more}
                toFirst={() => setBefore(undefined)}
                toNext={() => setBefore(versions.at(-1)?.id)}
              />
            </>
          )
        }
      </WhenLoaded>
    </Section>
  )
}
