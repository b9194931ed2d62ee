/**
 * Returns the paths of all operations that the server routes. Builds a server that has empty services and
 * never listens.
 */
export async function servedOperations(buildServer, operations) {
  const settings = { trustProxy: 'off', surfaceHosts: {}, faceModels: {} }
  const app = await buildServer({ runtime: { settings }, phase: { current: 'starting' } }, {})
  const served = Object.values(operations).filter(({ method, path }) => app.hasRoute({ method, url: path }))
  await app.close()
  return new Set(served.map(({ path }) => path))
}
