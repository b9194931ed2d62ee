import type { Overview } from '@touchstone/contract'
import { useNumber } from '../../parts/moment.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/texts.ts'

type Step = Overview['funnels'][number]['steps'][number]

/**
 * Shows how many people reached each step, and where people stopped or currently are. Each row of the table
 * has a bar.
 */
export function Funnel({ steps }: { steps: readonly Step[] }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const top = Math.max(1, ...steps.map(({ reached }) => reached))
  return (
    <Table
      caption={texts.overview.funnel}
      rows={steps}
      keyOf={({ status }) => status}
      columns={[
        { name: texts.overview.step, cell: ({ status }) => status },
        {
          name: texts.overview.reached,
          cell: ({ reached }) => (
            <div className="meter">
              <svg className="meter-picture" aria-hidden="true">
                <rect className="look-accent" width={`${(reached / top) * 100}%`} height="100%" />
              </svg>
              {numberOf(reached)}
            </div>
          ),
        },
        { name: texts.overview.waiting, number: true, cell: ({ waiting }) => numberOf(waiting) },
        {
          name: texts.overview.failed,
          cell: ({ failed }) =>
            failed.length === 0
              ? '–'
              : failed.map(({ reason, people }) => (
                  <span key={reason} className="detail">
                    {numberOf(people)} × <code>{reason}</code>
                  </span>
                )),
        },
      ]}
    />
  )
}
