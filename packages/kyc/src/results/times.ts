export function millisecondText(time: Date | null): string {
  return time === null ? '' : String(time.getTime())
}
