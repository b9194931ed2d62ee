/**
 * Calculates a check digit as defined in ICAO Doc 9303 part 3, section 4.9: the sum of digits, letters (A =
 * 10) and fillers (0), weighted with 7, 3 and 1 in turn, modulo 10.
 */
export function checkDigit(text: string): number {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum += worthOf(text.charCodeAt(index)) * weightOf(index)
  return sum % 10
}

function weightOf(index: number): number {
  return index % 3 === 0 ? 7 : index % 3 === 1 ? 3 : 1
}

function worthOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 65 && code <= 90) return code - 55
  return 0
}
