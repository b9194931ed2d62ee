/** The stone and the streak: as `touchstone.svg` of the design, in the colours of the theme. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path className="mark-stone" d="m11 5 12 2 5 9-8 10-12-1-4-9z" />
      <path className="mark-streak" d="m11 21 10-10" />
    </svg>
  )
}
