/** Digits to compare, announced one by one. */
export function Digits({ digits }: { digits: string }) {
  return (
    <p className="digits">
      <span className="visually-hidden">{[...digits].join(' ')}</span>
      <span aria-hidden="true">{digits}</span>
    </p>
  )
}
