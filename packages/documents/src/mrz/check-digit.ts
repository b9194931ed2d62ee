/**
 * Calculates the check digit of ICAO Doc 9303 part 3, 4.9: weights 7, 3, 1 over digits, letters (A = 10)
 * and fillers (0), modulo 10.
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
