import { InvalidArgumentError } from 'commander'

export function wholeNumber(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.')
  return Number(text)
}

/** 45s, 30m, 24h, 7d, or plain seconds. */
export function duration(text: string): number {
  const match = /^([0-9]{1,9})([smhd]?)$/.exec(text)
  if (!match) throw new InvalidArgumentError('It takes a time like 45s, 30m, 24h or 7d.')
  const unit = { s: 1, m: 60, h: 3600, d: 86_400 }[match[2] || 's'] ?? 1
  return Number(match[1]) * unit
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('It takes yes or no.')
  return text === 'yes'
}
