import { InputError } from '../input-error.ts'

const longest = 100

/** People meet it on the verification page and in mails. */
export function checkedName(value: string): string {
  const name = value.trim()
  if (name === '' || name.length > longest)
    throw new InputError('name', `must have 1 to ${longest} characters`)
  // Nothing that could turn the direction of a text, or hide a part of it.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw new InputError('name', 'must not have characters that can’t be seen')
  return name
}
