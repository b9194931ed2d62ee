import type { MerchantsOfService, ReviewRule, ServiceReviewRule } from '@touchstone/contract'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Checkbox } from '../../parts/field.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange } from '../../session/use-change.ts'
import { useOperator } from '../../session/use-operator.ts'
import { useTexts } from '../../texts/texts.ts'

type Merchant = MerchantsOfService['merchants'][number]

/** Lists all merchants and sets who decides the reviews of their programs. */
export function Merchants() {
  const texts = useTexts()
  const numberOf = useNumber()
  const merchants = useOperator<MerchantsOfService>('/merchants/all')
  const [changing, setChanging] = useState<Merchant>()
  return (
    <>
      <Section title={texts.service.merchants} text={texts.service.merchantsWhy}>
        <WhenLoaded of={merchants}>
          {({ merchants }) =>
            merchants.length === 0 ? (
              <Empty title={texts.service.noMerchants} text={texts.service.noMerchantsWhy} />
            ) : (
              <Table
                caption={texts.service.merchants}
                rows={merchants}
                keyOf={({ mchNo }) => mchNo}
                columns={[
                  {
                    name: texts.service.merchant,
                    cell: ({ name, mchNo }) => (
                      <>
                        {name} <span className="muted small mono detail">{mchNo}</span>
                      </>
                    ),
                  },
                  {
                    name: texts.service.plan,
                    cell: ({ plan, callsPerSecond }) => (
                      <>
                        {plan}{' '}
                        <span className="muted small">{texts.service.rate(numberOf(callsPerSecond))}</span>
                      </>
                    ),
                  },
                  { name: texts.service.keys, number: true, cell: ({ liveKeys }) => numberOf(liveKeys) },
                  {
                    name: texts.nav.places.programs,
                    number: true,
                    cell: ({ programs }) => numberOf(programs),
                  },
                  { name: texts.members.since, cell: ({ since }) => <Moment at={since} /> },
                  {
                    name: texts.nav.places.reviews,
                    cell: ({ delegated, byTwo }) => (
                      <>
                        <Badge tone={delegated ? 'accent' : 'plain'}>
                          {delegated ? texts.service.byMerchant : texts.service.byOperator}
                        </Badge>{' '}
                        {byTwo && <Badge>{texts.service.two}</Badge>}
                      </>
                    ),
                  },
                  {
                    name: texts.common.actions,
                    cell: (merchant) => (
                      <Button look="quiet" onPress={() => setChanging(merchant)}>
                        {texts.service.whoDecides}
                      </Button>
                    ),
                  },
                ]}
              />
            )
          }
        </WhenLoaded>
      </Section>
      <RuleOfAll />
      {changing && <Rule merchant={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}

function Rule({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const texts = useTexts()
  const { mchNo, name, demo } = merchant
  const [rule, setRule] = useState<ReviewRule>({ delegated: merchant.delegated, byTwo: merchant.byTwo })
  const change = useChange<ReviewRule>(`/merchants/${mchNo}/review-rule`, true)
  return (
    <Dialog title={texts.service.reviewsOf(name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void change.run(rule).then((done) => done !== undefined && onClose())
        }}
      >
        <Checkbox
          label={texts.service.delegate}
          hint={demo ? texts.service.notDemo : texts.service.delegateWhy}
          checked={rule.delegated}
          disabled={demo}
          onValue={(delegated) => setRule({ ...rule, delegated })}
        />
        <Checkbox
          label={texts.service.byTwo}
          hint={merchant.byTwo ? texts.service.byTwoOff : texts.service.byTwoWhy}
          checked={rule.byTwo}
          disabled={merchant.byTwo}
          onValue={(byTwo) => setRule({ ...rule, byTwo })}
        />
        <Refusal error={change.refusal} />
        <div className="form-actions">
          <Button look="primary" running={change.running}>
            {texts.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RuleOfAll() {
  const texts = useTexts()
  const rule = useOperator<ServiceReviewRule>('/review-rule')
  const change = useChange<ServiceReviewRule>('/operator/review-rule', true)
  return (
    <Section title={texts.service.reviewsOfAll} text={texts.service.reviewsOfAllWhy}>
      <WhenLoaded of={rule} rows={1}>
        {({ byTwo }) => (
          <Checkbox
            label={texts.service.byTwo}
            hint={byTwo ? texts.service.byTwoOff : texts.service.byTwoWhy}
            checked={byTwo}
            disabled={byTwo || change.running}
            onValue={(checked) => void change.run({ byTwo: checked })}
          />
        )}
      </WhenLoaded>
      <Refusal error={change.refusal} />
    </Section>
  )
}
