/** Written down before the first full run. */
export const predictions: Readonly<Record<string, string>> = {
  'a KYC proof in Chromium, keys loaded, p50': '1.9 s',
  'to load for a KYC proof, brotli': '3.6 MiB',
  'to load for a KYC proof, gzip': '4.5 MiB',
  'verifications a second, one worker': '60',
  'two workers against one, verifications a second': '1.8x',
}
