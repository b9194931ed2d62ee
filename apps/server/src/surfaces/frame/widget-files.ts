import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sendStatic } from '../../files/send-static.ts'
import { staticFile } from '../../files/static-file.ts'

/** What a site without a bundler takes from here. */
export function addWidgetFiles(app: FastifyInstance): void {
  const folder = dirname(createRequire(import.meta.url).resolve('@touchstone/widget/style.css'))
  const paths = ['dist/svc-widget.js', 'dist/svc-widget.global.js', 'style.css']
  for (const path of paths) {
    const file = staticFile(join(folder, path))
    const url = `/widget/${path.replace('dist/', '')}`
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      return await sendStatic(request, reply, file, 'asks')
    })
  }
}
