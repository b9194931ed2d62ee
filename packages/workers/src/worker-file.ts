/**
 * Returns the compiled file of a worker, given its source file relative to `module`:
 * `workerFile(import.meta.url, './read-worker.ts')`. Threads run JavaScript, so a call from the source
 * returns the file in the build of the same package.
 */
export function workerFile(module: string, file: string): URL {
  const url = new URL(file, module)
  url.pathname = url.pathname.replace(/\.ts$/, '.js')
  if (module.endsWith('.ts')) url.pathname = url.pathname.replace(/\/src\/(?!.*\/src\/)/, '/dist/')
  return url
}
