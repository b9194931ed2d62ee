import type { AgentRights, WatchList as WatchListAnswer } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { NumberedPager } from '../../parts/pager.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { AddWatch } from './add-watch.tsx'

export function WatchList() {
  const texts = useTexts()
  const { allows } = useSession()
  const [page, setPage] = useState(1)
  const list = useLoad<WatchListAnswer>('/watches/list', { page })
  const remove = useChange<{ coin: string; address: string }>('/watches/remove')
  return (
    <>
      {allows('watches.change') && <AddWatch />}
      <Section title={texts.watches.list} text={texts.watches.listWhy}>
        <Refusal error={remove.refusal} />
        <WhenLoaded of={list}>
          {({ watch_list: watches, total_pages: pages }) =>
            watches.length === 0 ? (
              <Empty title={texts.watches.empty} text={texts.watches.emptyWhy} />
            ) : (
              <>
                <Table
                  caption={texts.watches.list}
                  rows={watches}
                  keyOf={({ coin, address }) => `${coin} ${address}`}
                  columns={[
                    { name: texts.risk.coin, cell: ({ coin }) => coin },
                    {
                      name: texts.risk.address,
                      cell: ({ coin, address }) => (
                        <Account value={address} what={texts.risk.address} place={{ coin, address }} />
                      ),
                    },
                    {
                      name: texts.watches.level,
                      cell: ({ risk_level: level, score, coverage }) => (
                        <LevelBadge level={level} score={score} coverage={coverage} />
                      ),
                    },
                    { name: texts.watches.changed, cell: ({ changed }) => <Moment at={changed * 1000} /> },
                    {
                      name: texts.common.actions,
                      cell: ({ coin, address }) => (
                        <>
                          <Link href={`~/dashboard/risk#${new URLSearchParams({ coin, address })}`}>
                            {texts.watches.explain}
                          </Link>
                          {allows('watches.change') && (
                            <Button look="quiet" onPress={() => void remove.run({ coin, address })}>
                              {texts.watches.remove}
                            </Button>
                          )}
                        </>
                      ),
                    },
                  ]}
                />
                <NumberedPager page={page} pages={pages} onPage={setPage} />
              </>
            )
          }
        </WhenLoaded>
      </Section>
      {allows('watches.change') && <Agents />}
    </>
  )
}

/** Lets the merchant allow its agents to add watches. */
function Agents() {
  const texts = useTexts()
  const rights = useLoad<AgentRights>('/watches/agents')
  const change = useChange<AgentRights>('/watches/agents')
  return (
    <Section title={texts.watches.agents} text={texts.watches.agentsWhy}>
      <WhenLoaded of={rights} rows={1}>
        {({ mayWatch }) => (
          <Checkbox
            label={texts.watches.agentsMayWatch}
            checked={mayWatch}
            disabled={change.running}
            onValue={(next) => void change.run({ mayWatch: next })}
          />
        )}
      </WhenLoaded>
      <Refusal error={change.refusal} />
    </Section>
  )
}
