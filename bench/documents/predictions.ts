/** Written before the first full run, from the first tries while the reader was built. */
export const predictions: Readonly<Record<string, string>> = {
  'zone alone, p95, CPU seconds': '0.9 s',
  'zone and print, p95, CPU seconds': '2.5 s',
  'zone alone against mrz-detection, p50': '0.8x',
  'memory kept after forty pages': '60 MiB',
  'longest time the event loop stood still while reading': '60 ms',
}
