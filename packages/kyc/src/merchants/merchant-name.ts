import { InputError } from '../input-error.ts'

const longest = 100

/** Checks a merchant's name, which appears on the verification page and in mails. */
export function checkedName(value: string): string {
  const name = value.trim()
  if (name === '' || name.length > longest)
    throw new InputError('name', `must have 1 to ${longest} characters`)
  // Reject characters that change the text direction or hide part of the name.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw new InputError('name', 'must not contain invisible characters')
  return name
}
