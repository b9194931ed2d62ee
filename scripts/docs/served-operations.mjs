/**
 * The paths that the server routes, asked of the server itself: it is built on services that answer nothing, and
 * never listens.
 */
export async function servedOperations(buildServer, operations) {
  const settings = { trustProxy: 'off', surfaceHosts: {}, faceModels: {} }
  const app = await buildServer({ runtime: { settings }, phase: { current: 'starting' } }, {})
  const served = Object.values(operations).filter(({ method, path }) => app.hasRoute({ method, url: path }))
  await app.close()
  return new Set(served.map(({ path }) => path))
}
