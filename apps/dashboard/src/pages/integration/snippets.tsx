import type { Integration, Programs } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { CodeBlock } from '../../parts/copied.tsx'
import { Select } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/page.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { useSession } from '../../session/session.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { makeSnippets } from './make-snippets.ts'

/** Shows code for this merchant and one of its programs, ready to copy. */
export function Snippets() {
  const texts = useTexts()
  const integration = useLoad<Integration>('/integration')
  const programs = useLoad<Programs>('/programs')
  return (
    <WhenLoaded of={integration}>
      {(integration) => (
        <WhenLoaded of={programs}>
          {({ programs }) => {
            const usable = programs.filter(({ active }) => active)
            return usable.length === 0 ? (
              <Empty title={texts.snippets.none} text={texts.snippets.noneWhy}>
                <Link href="~/dashboard/programs" className="button">
                  {texts.nav.places.programs}
                </Link>
              </Empty>
            ) : (
              <Chosen integration={integration} programs={usable} />
            )
          }}
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}

function Chosen({ integration, programs }: { integration: Integration; programs: Programs['programs'] }) {
  const texts = useTexts()
  const { merchant } = useSession()
  const [programNo, setProgramNo] = useState(
    (programs.find(({ test }) => !test) ?? programs[0])?.programNo ?? '',
  )
  const program = programs.find((each) => each.programNo === programNo)
  if (program === undefined) return null
  const { backend, page, react } = makeSnippets(integration, program, merchant.name)
  return (
    <>
      <Section title={texts.snippets.title} text={texts.snippets.why}>
        <Select
          label={texts.people.program}
          value={programNo}
          choices={programs.map(({ programNo, name, kind, test }) => ({
            value: programNo,
            name: `${name} (${kind}${test ? `, ${texts.programs.test}` : ''})`,
          }))}
          onValue={setProgramNo}
        />
        <Domains domains={program.allowedDomains} />
      </Section>
      <Section title={texts.snippets.backend} text={texts.snippets.backendWhy}>
        <CodeBlock text={backend} what={texts.snippets.backend} />
      </Section>
      <Section title={texts.snippets.page} text={texts.snippets.pageWhy}>
        <CodeBlock text={page} what={texts.snippets.page} />
      </Section>
      <Section title={texts.snippets.react} text={texts.snippets.reactWhy}>
        <CodeBlock text={react} what={texts.snippets.react} />
      </Section>
    </>
  )
}

function Domains({ domains }: { domains: readonly string[] }) {
  const texts = useTexts()
  if (domains.length > 0)
    return (
      <p className="small">
        {texts.snippets.domains} <code>{domains.join(' ')}</code>
      </p>
    )
  return (
    <p className="notice">
      <Icon name="alert" />
      <span>{texts.snippets.noDomains}</span>
    </p>
  )
}
