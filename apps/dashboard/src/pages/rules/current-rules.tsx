import type { RuleEffect, TransferRules } from '@touchstone/contract'
import { Link } from 'wouter'
import { Badge } from '../../parts/badge.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Section } from '../../parts/page.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { useSession } from '../../session/session.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { Effect } from './effect.tsx'
import { RuleSentences } from './rule-sentences.tsx'

/** Shows the rules in force as sentences, with their effect on the newest transfers. */
export function CurrentRules() {
  const texts = useTexts().rules
  const { allows } = useSession()
  const rules = useLoad<TransferRules>('/rules')
  const effect = useLoad<RuleEffect>('/rules/effect')
  return (
    <>
      <Section
        title={texts.current}
        text={texts.currentWhy}
        actions={
          allows('policy.change') && (
            <Link href="/edit" className="button button-primary">
              {texts.change}
            </Link>
          )
        }
      >
        <WhenLoaded of={rules} rows={6}>
          {(found) => (
            <>
              {found.rules.length === 0 ? (
                <Empty title={texts.empty} text={texts.emptyWhy} />
              ) : (
                <RuleSentences rules={found.rules} />
              )}
              <Facts
                rows={[
                  [
                    texts.version,
                    <span key="version">
                      {found.version}{' '}
                      <Badge tone={found.own ? 'accent' : 'plain'}>
                        {found.own ? texts.own : texts.default}
                      </Badge>
                    </span>,
                  ],
                  [
                    texts.fingerprint,
                    <span key="fingerprint" className="mono">
                      {found.fingerprint}
                    </span>,
                  ],
                ]}
              />
            </>
          )}
        </WhenLoaded>
      </Section>
      <Section title={texts.effect}>
        <WhenLoaded of={effect} rows={6}>
          {(shown) => <Effect effect={shown} />}
        </WhenLoaded>
      </Section>
    </>
  )
}
