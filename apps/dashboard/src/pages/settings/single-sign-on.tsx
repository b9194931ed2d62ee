import type { ChangeSso, SsoCheck, SsoRule, SsoSettings } from '@touchstone/contract'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copied.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Checkbox, Field, Select } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

const roles = ['owner', 'developer', 'compliance', 'analyst', 'viewer'] as const
type Provider = NonNullable<SsoSettings['provider']>
type Rule = Provider['roles'][number] & { key: number }

/** Sets up the merchant’s identity provider, with which its members sign in. */
export function SingleSignOn() {
  const texts = useTexts()
  const settings = useLoad<SsoSettings>('/sso')
  return (
    <>
      <Section title={texts.sso.addresses} text={texts.sso.addressesWhy}>
        <WhenLoaded of={settings} rows={2}>
          {({ address, signedOutAddress }) => (
            <dl className="facts">
              <Address name={texts.sso.address} value={address} />
              <Address name={texts.sso.signedOutAddress} value={signedOutAddress} />
            </dl>
          )}
        </WhenLoaded>
      </Section>
      <Section title={texts.sso.provider} text={texts.sso.providerWhy}>
        <WhenLoaded of={settings} rows={6}>
          {({ provider }) => <Settings key={provider?.changedAt ?? ''} provider={provider} />}
        </WhenLoaded>
      </Section>
      {settings.data?.provider && <Required provider={settings.data.provider} />}
    </>
  )
}

function Address({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>
        <code>{value}</code> <CopyButton value={value} what={name} />
      </dd>
    </div>
  )
}

const listOf = (text: string) => text.split(/[\s,]+/).filter((value) => value !== '')

function Settings({ provider }: { provider: Provider | null }) {
  const texts = useTexts()
  const [issuer, setIssuer] = useState(provider?.issuer ?? '')
  const [clientId, setClientId] = useState(provider?.clientId ?? '')
  const [secret, setSecret] = useState('')
  const [roleClaim, setRoleClaim] = useState(provider?.roleClaim ?? 'groups')
  const [rules, setRules] = useState<readonly Rule[]>(() =>
    (provider?.roles ?? [{ role: 'viewer', value: '' }]).map((rule, key) => ({ ...rule, key })),
  )
  const [requiresMfa, setRequiresMfa] = useState(provider?.requiresMfa ?? false)
  const [amr, setAmr] = useState(provider?.amr.join(', ') ?? 'mfa')
  const [acr, setAcr] = useState(provider?.acr.join(', ') ?? '')
  const [createsMembers, setCreatesMembers] = useState(provider?.createsMembers ?? false)
  const change = useChange<ChangeSso>('/sso')
  const save = () => {
    const asked = {
      ...{ issuer: issuer.trim(), clientId, roleClaim, requiresMfa, createsMembers },
      roles: rules.map(({ role, value }) => ({ role, value })),
      ...{ amr: listOf(amr), acr: listOf(acr) },
    }
    void change.run({ ...asked, ...(secret !== '' && { clientSecret: secret }) })
  }
  return (
    <>
      {provider?.trustedFrom && (
        <p className="notice">
          <Icon name="clock" />
          <span>
            {texts.sso.trustedFrom} <Moment at={provider.trustedFrom} />
          </span>
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          label={texts.sso.issuer}
          type="url"
          value={issuer}
          onValue={setIssuer}
          hint={texts.sso.issuerHint}
          placeholder="https://"
          maxLength={500}
          required
          autoComplete="off"
        />
        <Field
          label={texts.sso.clientId}
          value={clientId}
          onValue={setClientId}
          maxLength={300}
          required
          autoComplete="off"
        />
        <Field
          label={texts.sso.clientSecret}
          type="password"
          value={secret}
          onValue={setSecret}
          {...(provider && { hint: texts.sso.secretHint })}
          maxLength={1000}
          required={provider === null}
          autoComplete="off"
        />
        <Field
          label={texts.sso.roleClaim}
          value={roleClaim}
          onValue={setRoleClaim}
          hint={texts.sso.roleClaimHint}
          maxLength={200}
          required
          autoComplete="off"
        />
        <fieldset className="field-group">
          <legend>{texts.sso.roles}</legend>
          <p className="muted small">{texts.sso.rolesWhy}</p>
          {rules.map((rule) => (
            <RuleFields
              key={rule.key}
              rule={rule}
              onValue={(next) => setRules(rules.map((each) => (each.key === rule.key ? next : each)))}
              {...(rules.length > 1 && {
                onRemove: () => setRules(rules.filter(({ key }) => key !== rule.key)),
              })}
            />
          ))}
          <Button
            look="quiet"
            icon="plus"
            onPress={() =>
              setRules([
                ...rules,
                { role: 'viewer', value: '', key: Math.max(0, ...rules.map(({ key }) => key)) + 1 },
              ])
            }
          >
            {texts.sso.addRole}
          </Button>
        </fieldset>
        <Checkbox
          label={texts.sso.mfa}
          hint={texts.sso.mfaHint}
          checked={requiresMfa}
          onValue={setRequiresMfa}
        />
        {requiresMfa && (
          <div className="fields">
            <Field label={texts.sso.amr} value={amr} onValue={setAmr} autoComplete="off" />
            <Field label={texts.sso.acr} value={acr} onValue={setAcr} autoComplete="off" />
          </div>
        )}
        <Checkbox
          label={texts.sso.creates}
          hint={texts.sso.createsHint}
          checked={createsMembers}
          onValue={setCreatesMembers}
        />
        <Refusal error={change.refusal} />
        <div className="form-actions">
          <Button look="primary" running={change.running}>
            {texts.common.save}
          </Button>
          {provider && <Remove />}
        </div>
      </form>
      {provider && <Check />}
    </>
  )
}

function RuleFields({
  rule,
  onValue,
  onRemove,
}: {
  rule: Rule
  onValue: (rule: Rule) => void
  onRemove?: () => void
}) {
  const texts = useTexts()
  return (
    <div className="fields">
      <Field
        label={texts.sso.group}
        value={rule.value}
        onValue={(value) => onValue({ ...rule, value })}
        maxLength={300}
        required
        autoComplete="off"
      />
      <Select
        label={texts.members.role}
        value={rule.role}
        choices={roles.map((each) => ({ value: each, name: texts.roles[each].name }))}
        onValue={(role) => onValue({ ...rule, role: role as Rule['role'] })}
      />
      {onRemove && (
        <div className="form-actions">
          <Button look="quiet" onPress={onRemove}>
            {texts.sso.removeRole}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Reads the metadata of the provider, as it was saved. */
function Check() {
  const texts = useTexts()
  const check = useChange<object, SsoCheck>('/sso/check')
  const [found, setFound] = useState<SsoCheck>()
  return (
    <>
      <h3>{texts.sso.check}</h3>
      <div className="form-actions">
        <Button running={check.running} onPress={() => void check.run({}).then(setFound)}>
          {texts.sso.checkNow}
        </Button>
      </div>
      <div role="status">
        {found && check.refusal === undefined && (
          <p className="notice">
            <Icon name="check" />
            <span>{texts.sso.checked(found.logout)}</span>
          </p>
        )}
      </div>
      <Refusal error={check.refusal} />
    </>
  )
}

function Remove() {
  const texts = useTexts()
  const [asking, setAsking] = useState(false)
  const remove = useChange<object>('/sso/remove')
  return (
    <>
      <Button look="quiet" onPress={() => setAsking(true)}>
        {texts.sso.remove}
      </Button>
      {asking && (
        <Dialog title={texts.sso.remove} onClose={() => setAsking(false)}>
          <p>{texts.sso.removeWhy}</p>
          <Refusal error={remove.refusal} />
          <div className="form-actions">
            <Button
              look="danger"
              running={remove.running}
              onPress={() => void remove.run({}).then((done) => done && setAsking(false))}
            >
              {texts.sso.remove}
            </Button>
            <Button onPress={() => setAsking(false)}>{texts.common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Required({ provider }: { provider: Provider }) {
  const texts = useTexts()
  const change = useChange<SsoRule>('/sso/require')
  return (
    <Section title={texts.sso.ruleTitle} text={texts.sso.ruleWhy}>
      <Checkbox
        label={texts.sso.rule}
        checked={provider.required}
        disabled={change.running}
        onValue={(required) => void change.run({ required })}
      />
      <Refusal error={change.refusal} />
    </Section>
  )
}
