import type { MerchantSettings, RenameMerchant, TransferSetting } from '@touchstone/contract'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copied.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/** Shows the merchant's name, which owners can change, and the plan and limits, which the operator sets. */
export function Merchant() {
  const texts = useTexts()
  const { allows, addressRisk } = useSession()
  const settings = useLoad<MerchantSettings>('/settings')
  return (
    <Section title={texts.merchant.title} text={texts.merchant.why}>
      <WhenLoaded of={settings}>
        {(found) => (
          <>
            {allows('settings.change') && <Name key={found.name} name={found.name} />}
            <Facts found={found} withName={!allows('settings.change')} />
            {addressRisk && allows('settings.change') && !found.transfersByTwo && <RequireTwo />}
          </>
        )}
      </WhenLoaded>
    </Section>
  )
}

/** Requires two members for decisions on transfers, after a warning: members cannot switch it off again. */
function RequireTwo() {
  const texts = useTexts()
  const [asking, setAsking] = useState(false)
  const change = useChange<TransferSetting>('/settings/transfers')
  return (
    <>
      <h3>{texts.merchant.transfers}</h3>
      <p className="muted small">{texts.merchant.byTwoWhy}</p>
      <div className="form-actions">
        <Button onPress={() => setAsking(true)}>{texts.merchant.requireTwo}</Button>
      </div>
      {asking && (
        <Dialog title={texts.merchant.requireTwo} onClose={() => setAsking(false)}>
          <p>{texts.merchant.byTwoForever}</p>
          <Refusal error={change.refusal} />
          <div className="form-actions">
            <Button
              look="primary"
              running={change.running}
              onPress={() => void change.run({ byTwo: true }).then((done) => done && setAsking(false))}
            >
              {texts.merchant.requireTwo}
            </Button>
            <Button onPress={() => setAsking(false)}>{texts.common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Name({ name: before }: { name: string }) {
  const texts = useTexts()
  const [name, setName] = useState(before)
  const rename = useChange<RenameMerchant>('/settings/name')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void rename.run({ name })
      }}
    >
      <Field
        field="name"
        label={texts.merchant.name}
        value={name}
        onValue={setName}
        hint={texts.merchant.nameHint}
        maxLength={100}
        required
        autoComplete="organization"
      />
      <Refusal error={rename.refusal} />
      <div className="form-actions">
        <Button look="primary" running={rename.running || name.trim() === before}>
          {texts.common.save}
        </Button>
      </div>
    </form>
  )
}

function Facts({ found, withName }: { found: MerchantSettings; withName: boolean }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { mchNo, name, plan, callsPerSecond, ownLimit, mostWatches, support, since } = found
  return (
    <dl className="facts">
      {withName && (
        <div>
          <dt className="label">{texts.merchant.name}</dt>
          <dd>{name}</dd>
        </div>
      )}
      <div>
        <dt className="label">{texts.merchant.number}</dt>
        <dd className="mono">
          {mchNo} <CopyButton value={mchNo} what={texts.merchant.number} />
        </dd>
      </div>
      <div>
        <dt className="label">{texts.service.plan}</dt>
        <dd>{plan}</dd>
      </div>
      <div>
        <dt className="label">{texts.merchant.calls}</dt>
        <dd>
          {numberOf(callsPerSecond)} {ownLimit && texts.merchant.ownLimit}
        </dd>
      </div>
      <div>
        <dt className="label">{texts.merchant.watches}</dt>
        <dd>{numberOf(mostWatches)}</dd>
      </div>
      <div>
        <dt className="label">{texts.merchant.support}</dt>
        <dd>{support ?? texts.merchant.noSupport}</dd>
      </div>
      <div>
        <dt className="label">{texts.nav.places.reviews}</dt>
        <dd>
          {found.reviewsDelegated ? texts.service.byMerchant : texts.service.byOperator}
          {found.reviewsByTwo && `, ${texts.service.two}`}
        </dd>
      </div>
      <div>
        <dt className="label">{texts.merchant.transfers}</dt>
        <dd>{found.transfersByTwo ? texts.merchant.byTwo : texts.merchant.byOne}</dd>
      </div>
      <div>
        <dt className="label">{texts.members.since}</dt>
        <dd>
          <Moment at={since} />
        </dd>
      </div>
    </dl>
  )
}
