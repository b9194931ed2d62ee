import type { ProgramDraft, ProgramPreview } from '@touchstone/contract'
import { Section } from '../../parts/page.tsx'
import { Shown } from '../../parts/states.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/** The screens that people will meet, in their order, as the server says. */
export function Preview({
  draft: { kind, checks, mintMode, chainId, walletProof },
}: {
  draft: ProgramDraft
}) {
  const texts = useTexts()
  const preview = useLoad<ProgramPreview>('/programs/preview', {
    kind,
    checks,
    mintMode,
    chainId,
    walletProof,
  })
  return (
    <Section title={texts.preview.title} text={texts.preview.why}>
      <Shown of={preview} rows={5}>
        {({ stages }) => (
          <ol className="screens">
            {stages.map((stage) => (
              <li key={stage}>
                <strong>{texts.preview.stages[stage as 'login']?.title ?? stage}</strong>
                <span className="muted small">{texts.preview.stages[stage as 'login']?.what}</span>
              </li>
            ))}
          </ol>
        )}
      </Shown>
    </Section>
  )
}
