import type { RuleEffect, RulesTested, SetRules, TestRules, TransferRules } from '@touchstone/contract'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { BackLink } from '../../parts/back-link.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { type DraftRule, draftOf, newRule, ruleOf, versionAfter } from './draft-rules.ts'
import { Effect } from './effect.tsx'
import { type Problem, sentenceOf } from './problems.ts'
import { RuleFields } from './rule-fields.tsx'

/** Edits the rules. They can be saved only after a test on past transfers. */
export function EditRules() {
  const texts = useTexts().rules
  const rules = useLoad<TransferRules>('/rules')
  return (
    <Page title={texts.edit} lead={texts.editLead} back={<BackLink href="/current" text={texts.title} />}>
      <WhenLoaded of={rules} rows={8}>
        {(found) => <Editor key={found.fingerprint} found={found} />}
      </WhenLoaded>
    </Page>
  )
}

const defaultLast = 1000
const mostRules = 100

type Tested = {
  readonly rules: string
  readonly problems: readonly Problem[]
  readonly effect: RuleEffect | null
}

function Editor({ found }: { found: TransferRules }) {
  const texts = useTexts().rules
  const [, go] = useLocation()
  const [drafts, setDrafts] = useState<readonly DraftRule[]>(() => found.rules.map(draftOf))
  const [last, setLast] = useState<number>(defaultLast)
  const [version, setVersion] = useState(versionAfter(found.version))
  const [tested, setTested] = useState<Tested>()
  const [restoring, setRestoring] = useState(false)
  const test = useChange<TestRules, RulesTested>('/rules/test')
  const save = useChange<SetRules>('/rules')
  const rules = drafts.map(ruleOf)
  const current = JSON.stringify(rules)
  const problems = tested?.problems ?? []
  const isTested = tested?.rules === current && tested.effect !== null
  const ofList = problems.filter(({ rule }) => rule === -1)
  const runTest = async () => {
    const answer = await test.run({ rules, last: Number.isInteger(last) ? last : defaultLast })
    if (answer) setTested({ rules: current, ...answer })
  }
  const store = async () => {
    const done = await save.run({ rules, version: version.trim(), replaces: found.fingerprint })
    if (done !== undefined) go('/current')
  }
  return (
    <>
      {drafts.map((draft, index) => (
        <RuleFields
          key={draft.key}
          draft={draft}
          categories={found.categories}
          problems={problems.filter(({ rule }) => rule === index)}
          onChange={(next) => setDrafts(drafts.map((one) => (one.key === draft.key ? next : one)))}
          onRemove={() => {
            setDrafts(drafts.filter(({ key }) => key !== draft.key))
            // The places of the problems no longer match.
            setTested(undefined)
          }}
        />
      ))}
      <div className="form-actions rule-add">
        {drafts.length < mostRules && (
          <Button icon="plus" onPress={() => setDrafts([...drafts, newRule()])}>
            {texts.add}
          </Button>
        )}
        {found.own && <Button onPress={() => setRestoring(true)}>{texts.restore}</Button>}
      </div>
      <Section title={texts.test} text={texts.testWhy}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void runTest()
          }}
        >
          <div className="fields">
            <Field
              field="last"
              label={texts.last}
              type="number"
              min={1}
              max={10_000}
              step={1}
              required
              value={Number.isNaN(last) ? '' : last}
              onValue={(typed) => setLast(typed === '' ? Number.NaN : Number(typed))}
              autoComplete="off"
            />
          </div>
          <Refusal error={test.refusal} />
          <div role="alert">
            {problems.length > 0 && (
              <p className="notice notice-failed">
                <Icon name="alert" />
                <span>
                  {texts.invalid(problems.length)}{' '}
                  {ofList.map(({ message }) => sentenceOf(message, texts.problems)).join(' ')}
                </span>
              </p>
            )}
          </div>
          <div className="form-actions">
            <Button look={isTested ? 'plain' : 'primary'} running={test.running}>
              {texts.test}
            </Button>
          </div>
        </form>
        <div role="status">{isTested && tested.effect && <Effect effect={tested.effect} />}</div>
      </Section>
      <Section title={texts.save} {...(!isTested && { text: texts.testFirst })}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (isTested) void store()
          }}
        >
          <Field
            field="version"
            label={texts.newVersion}
            value={version}
            onValue={setVersion}
            hint={texts.versionHint}
            pattern="[A-Za-z0-9._\-]+"
            maxLength={40}
            required
            autoComplete="off"
          />
          <Refusal error={save.refusal} />
          <div className="form-actions">
            <Button look={isTested ? 'primary' : 'plain'} running={save.running || !isTested}>
              {texts.save}
            </Button>
          </div>
        </form>
      </Section>
      {restoring && <Restore found={found} onClose={() => setRestoring(false)} />}
    </>
  )
}

function Restore({ found, onClose }: { found: TransferRules; onClose: () => void }) {
  const texts = useTexts()
  const [, go] = useLocation()
  const save = useChange<SetRules>('/rules')
  const restore = async () => {
    const version = versionAfter(found.version)
    const done = await save.run({ rules: null, version, replaces: found.fingerprint })
    if (done !== undefined) go('/current')
  }
  return (
    <Dialog title={texts.rules.restore} onClose={onClose}>
      <p>{texts.rules.restoreWhy}</p>
      <Refusal error={save.refusal} />
      <div className="form-actions">
        <Button look="danger" running={save.running} onPress={() => void restore()}>
          {texts.rules.restore}
        </Button>
        <Button onPress={onClose}>{texts.common.cancel}</Button>
      </div>
    </Dialog>
  )
}
