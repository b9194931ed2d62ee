import type { ListHit } from '@touchstone/contract'
import { Badge } from '../../parts/badge.tsx'
import { useNumber } from '../../parts/moment.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/texts.ts'
import { factName } from './fact-name.ts'

/** Shows the matching list entries with every part of their scores. */
export function Hits({ hits }: { hits: readonly ListHit[] }) {
  const texts = useTexts()
  const numberOf = useNumber()
  return (
    <ul className="pieces">
      {hits.map((hit) => (
        <li key={`${hit.list} ${hit.entryId} ${hit.name}`}>
          <div className="piece-head">
            <h3>{hit.name}</h3>
            <Badge tone={hit.score >= hit.threshold ? 'high' : 'plain'} icon="alert">
              {texts.reviews.score(numberOf(hit.score, 3), numberOf(hit.threshold, 3))}
            </Badge>
          </div>
          <p className="muted small">
            {[
              hit.name === hit.primaryName ? '' : texts.reviews.alsoKnown(hit.primaryName),
              `${hit.list}, ${hit.version}, ${hit.entryId}`,
              hit.kind,
              hit.programs.join(', '),
            ]
              .filter((text) => text !== '')
              .join(' · ')}
          </p>
          <Table
            caption={texts.reviews.parts}
            rows={hit.features}
            keyOf={({ feature, detail }) => `${feature} ${detail}`}
            columns={[
              { name: texts.reviews.part, cell: ({ feature }) => factName(texts.reviews.features, feature) },
              { name: texts.reviews.points, number: true, cell: ({ part }) => numberOf(part, 3) },
              { name: texts.audit.detail, cell: ({ detail }) => detail },
            ]}
          />
          {hit.agreed.length > 0 && (
            <p className="small">
              {hit.agreed.map(({ asked, listed, similarity }) => (
                <span key={`${asked} ${listed}`} className="detail">
                  {asked} ~ {listed} ({numberOf(similarity, 2)})
                </span>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
