import type { Investigation } from '@touchstone/contract'
import { useState } from 'react'
import { Account, Explored } from '../../parts/account.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { NumberedPager } from '../../parts/pager.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

type Unit = Investigation['in'][number]

/** Shows transfers grouped by counterparty, with a thousand transactions per page. */
export function Transfers({ coin, address }: { coin: string; address: string }) {
  const texts = useTexts()
  const [page, setPage] = useState(1)
  const transfers = useLoad<Investigation>('/risk/transfers', { coin, address, page })
  return (
    <Section title={texts.transfers.title} text={texts.transfers.why}>
      <WhenLoaded of={transfers}>
        {({ in: received, out, total_pages: pages }) => (
          <>
            <h3>{texts.exposure.received}</h3>
            <Units coin={coin} units={received} />
            <h3>{texts.exposure.sent}</h3>
            <Units coin={coin} units={out} />
            <NumberedPager page={page} pages={pages} onPage={setPage} />
          </>
        )}
      </WhenLoaded>
    </Section>
  )
}

const mostShown = 20

function Units({ coin, units }: { coin: string; units: readonly Unit[] }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const [all, setAll] = useState(false)
  if (units.length === 0) return <p className="muted small">{texts.transfers.none}</p>
  const shown = all ? units : units.slice(0, mostShown)
  return (
    <>
      <Table
        caption={texts.transfers.title}
        rows={shown}
        keyOf={({ address }) => address}
        columns={[
          {
            name: texts.transfers.counterparty,
            cell: ({ address }) => (
              <Account
                value={address}
                what={texts.risk.address}
                {...(address !== '' && { place: { coin, address } })}
              />
            ),
          },
          {
            name: texts.risk.label,
            cell: ({ label, type }) =>
              label === '' ? (
                '–'
              ) : (
                <Badge tone={type === 2 ? 'severe' : 'plain'} {...(type === 2 && { icon: 'alert' as const })}>
                  <Explored place={{ name: label }}>{label}</Explored>
                </Badge>
              ),
          },
          { name: coin, number: true, cell: ({ amount }) => numberOf(amount, 4) },
          { name: texts.transfers.count, number: true, cell: ({ tx_hash_list }) => tx_hash_list.length },
        ]}
      />
      {units.length > mostShown && !all && (
        <Button look="quiet" onPress={() => setAll(true)}>
          {texts.transfers.all(units.length)}
        </Button>
      )}
    </>
  )
}
