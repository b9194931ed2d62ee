/**
 * Returns the compiled file of a worker, given its source file relative to `module`:
 * `workerFile(import.meta.url, './read-worker.ts')`. A thread runs JavaScript, so a call from the source
 * returns the file from the same package's build.
 */
export function workerFile(module: string, file: string): URL {
  const url = new URL(file, module)
  url.pathname = url.pathname.replace(/\.ts$/, '.js')
  if (module.endsWith('.ts')) url.pathname = url.pathname.replace(/\/src\/(?!.*\/src\/)/, '/dist/')
  return url
}
