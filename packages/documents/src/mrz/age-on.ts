/**
 * Returns the age in full years on a day. Both dates have the form YYYY-MM-DD. In non-leap years, a person
 * born on 29 February turns a year older on 1 March.
 */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}
