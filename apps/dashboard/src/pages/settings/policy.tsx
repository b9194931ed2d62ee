import type { MerchantPolicy, SetPolicy } from '@touchstone/contract'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { PolicyFields } from './policy-fields.tsx'
import { PolicyPreview } from './policy-preview.tsx'

type Policy = MerchantPolicy['policy']

/**
 * Shows the policy used to score a merchant's addresses. Members with permission to view address risk can see
 * the policy, and owners can change it after a preview.
 */
export function RiskPolicy() {
  const texts = useTexts()
  const policy = useLoad<MerchantPolicy>('/policy')
  return (
    <Section title={texts.policy.title} text={texts.policy.why}>
      <WhenLoaded of={policy} rows={8}>
        {(found) => <Editor key={found.fingerprint} found={found} />}
      </WhenLoaded>
    </Section>
  )
}

function Editor({ found }: { found: MerchantPolicy }) {
  const texts = useTexts()
  const { allows } = useSession()
  const mayChange = allows('policy.change')
  const [draft, setDraft] = useState<Policy>(found.policy)
  const [leaving, setLeaving] = useState(false)
  const save = useChange<SetPolicy>('/policy')
  const isSame = JSON.stringify(draft) === JSON.stringify(found.policy)
  return (
    <>
      <dl className="facts">
        <div>
          <dt className="label">{texts.policy.version}</dt>
          <dd>
            {found.policy.version}{' '}
            <Badge tone={found.own ? 'accent' : 'plain'}>
              {found.own ? texts.policy.own : texts.policy.default}
            </Badge>
          </dd>
        </div>
        <div>
          <dt className="label">{texts.policy.fingerprint}</dt>
          <dd className="mono">{found.fingerprint}</dd>
        </div>
        {found.own && (
          <div>
            <dt className="label">{texts.policy.base}</dt>
            <dd>
              {found.base.version} <span className="mono">{found.base.fingerprint}</span>
            </dd>
          </div>
        )}
      </dl>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save.run({ policy: draft })
        }}
      >
        <PolicyFields policy={draft} disabled={!mayChange} onChange={setDraft} />
        {mayChange && (
          <>
            <PolicyPreview key={JSON.stringify(draft)} policy={draft} />
            <Refusal error={save.refusal} />
            <div className="form-actions">
              <Button look="primary" running={save.running || isSame}>
                {texts.policy.set}
              </Button>
              {found.own && <Button onPress={() => setLeaving(true)}>{texts.policy.remove}</Button>}
            </div>
          </>
        )}
      </form>
      {leaving && <Remove onClose={() => setLeaving(false)} />}
    </>
  )
}

function Remove({ onClose }: { onClose: () => void }) {
  const texts = useTexts()
  const remove = useChange('/policy/remove')
  return (
    <Dialog title={texts.policy.remove} onClose={onClose}>
      <p>{texts.policy.removeWhy}</p>
      <Refusal error={remove.refusal} />
      <div className="form-actions">
        <Button
          look="danger"
          running={remove.running}
          onPress={() => void remove.run({}).then((done) => done !== undefined && onClose())}
        >
          {texts.policy.remove}
        </Button>
        <Button onPress={onClose}>{texts.common.cancel}</Button>
      </div>
    </Dialog>
  )
}
