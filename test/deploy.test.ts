import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parser } from '@prometheus-io/lezer-promql'
import { settingsTable } from '@touchstone/runtime'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { commandTable } from '../apps/cli/src/command-table.ts'
import { createMetrics } from '../apps/server/src/telemetry/metrics.ts'
import { commandOf, environmentOf, isIgnored, parseDockerfile } from './support/deploy/dockerfile.ts'
import { renderChart } from './support/deploy/helm-template.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const knownSettings = new Set(Object.values(settingsTable).map(({ env }) => env))
/** Variables for Node.js and the C library, not for the service. */
const ofProcess = /^(PATH|NODE_OPTIONS|MALLOC_[A-Z_]+)$/
const { version } = JSON.parse(read('package.json')) as { version: string }

describe('the Dockerfile', () => {
  const text = read('deploy/Dockerfile')
  const { stages, globals } = parseDockerfile(text)
  const [build, service] = stages
  if (!build || !service) throw new Error('expected two stages')

  test('uses one base image with an exact version', () => {
    expect(globals.NODE_IMAGE).toMatch(/^node:\d+\.\d+\.\d+-[a-z]+-slim(@sha256:[0-9a-f]{64})?$/)
    expect(new Set(stages.map(({ from }) => from))).toEqual(new Set([globals.NODE_IMAGE]))
  })

  test('copies only the production install and the empty data folder into the image', () => {
    const copied = service.instructions.filter(({ name }) => name === 'COPY' || name === 'ADD')
    expect(copied.map(({ name, flags, text }) => [name, flags.from, text])).toEqual([
      ['COPY', 'build', '/image/app /app'],
      ['COPY', 'build', '/image/data /data'],
    ])
    expect(service.instructions.filter(({ name }) => name === 'RUN')).toEqual([])
  })

  test('runs as a numeric user other than root, set before the command', () => {
    const names = service.instructions.map(({ name }) => name)
    const user = service.instructions.find(({ name }) => name === 'USER')?.text
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(names.indexOf('USER')).toBeLessThan(names.indexOf('CMD'))
    const data = service.instructions.find(({ text }) => text.endsWith(' /data'))
    expect(data?.flags.chown).toBe(user)
  })

  test('sets only known settings, and no secret', () => {
    const environment = environmentOf(service)
    for (const name of Object.keys(environment))
      expect(knownSettings.has(name) || ofProcess.test(name)).toBe(true)
    const secrets = Object.values(settingsTable).filter(({ secret }) => secret)
    for (const { env } of secrets) expect(text).not.toMatch(new RegExp(`\\b${env}=`))
    expect(environment.NODE_ENV).toBe('production')
  })

  test('starts the server and checks its health without a shell', () => {
    expect(commandOf(service, 'CMD')).toEqual(['node', '/app/apps/server/dist/main.js'])
    expect(commandOf(service, 'HEALTHCHECK')?.join(' ')).toContain('/health/live')
    expect(service.instructions.find(({ name }) => name === 'STOPSIGNAL')?.text).toBe('SIGTERM')
  })

  test('installs for the architecture of the image and downloads nothing else', () => {
    const runs = build.instructions.filter(({ name }) => name === 'RUN').map(({ text }) => text)
    const [, script = ''] =
      /node (scripts\/\S+) \/image\/app --arch \$\{TARGETARCH\}/.exec(runs.join('\n')) ?? []
    expect(existsSync(join(root, script))).toBe(true)
    expect(runs.join('\n')).not.toMatch(/curl|wget|apt-get|latest/)
  })

  test('sends the files that the build needs to the builder, and no secrets or data', () => {
    const rules = read('deploy/Dockerfile.dockerignore')
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
    const sent = tracked.filter((path) => !isIgnored(rules, path))
    const needed = tracked.filter((path) =>
      /^(apps|packages|examples|scripts)\/|^(package(-lock)?\.json|tsconfig(\.base)?\.json|\.npmrc|LICENSE)$/.test(
        path,
      ),
    )
    expect(sent).toEqual(needed)
    const refused = [
      '.env',
      'deploy/.env',
      'touchstone.env',
      'apps/server/touchstone.env',
      '.touchstone/secret',
    ]
    const built = [
      'node_modules/a/b.js',
      'apps/cli/node_modules/a.js',
      'packages/kyc/dist/index.js',
      '.git/config',
    ]
    for (const path of [...refused, ...built]) expect(isIgnored(rules, path), path).toBe(true)
  })
})

describe('compose.yaml', () => {
  type Service = Record<string, unknown> & {
    image: string
    environment?: Record<string, string>
    ports?: string[]
  }
  const { services, volumes } = parse(read('deploy/compose.yaml')) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }

  test('pins every image and drops privileges', () => {
    expect(Object.keys(services)).toEqual(['touchstone', 'postgres', 'redis', 'mail'])
    for (const [name, service] of Object.entries(services)) {
      expect(service.image, name).toMatch(/^[\w/]+:v?\d+\.\d+(\.\d+)?[\w.-]*$/)
      expect(service.security_opt, name).toContain('no-new-privileges:true')
      expect(service.restart, name).toBe('unless-stopped')
    }
    for (const name of ['touchstone', 'redis', 'mail'])
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(services.touchstone?.image).toBe(`touchstone:${version}`)
    expect(services.mail?.profiles).toEqual(['mail'])
  })

  test('publishes ports only on this machine', () => {
    for (const service of Object.values(services))
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
  })

  test('sets only known settings, without a fixed password', () => {
    const { environment = {} } = services.touchstone ?? {}
    for (const name of Object.keys(environment)) expect(knownSettings).toContain(name)
    expect(environment.DATABASE_URL).toMatch(/:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres:5432\//)
    expect(services.postgres?.environment?.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/)
    const mounted = Object.values(services).flatMap(
      ({ volumes: list }) => (list as string[] | undefined) ?? [],
    )
    expect(mounted.map((each) => each.split(':')[0])).toEqual(Object.keys(volumes))
  })
})

describe('the Helm chart', () => {
  const folder = 'deploy/helm/touchstone'
  const templates = Object.fromEntries(
    readdirSync(join(root, folder, 'templates')).map((file) => [file, read(`${folder}/templates/${file}`)]),
  )
  const chartYaml = read(`${folder}/Chart.yaml`)
  type Resource = {
    kind: string
    metadata: { name: string; annotations?: Record<string, string> }
    spec: never
  }
  // biome-ignore lint/suspicious/noExplicitAny: a test reads members of many kinds of resources.
  type Any = any
  const render = (change: (values: Any) => void = () => {}): Map<string, Any> => {
    const values = parse(read(`${folder}/values.yaml`))
    change(values)
    const files = renderChart({ templates, chartYaml, values })
    const resources = Object.values(files)
      .flatMap((text) => parseAllDocuments(text))
      .flatMap((document) => {
        expect(document.errors).toEqual([])
        return (document.toJS() as Resource | null) ?? []
      })
    return new Map(resources.map((each) => [each.kind, each]))
  }
  const everything = (values: Any) => {
    values.ingress.enabled = true
    values.deployments.configMapName = 'addresses'
    values.credentialKeys.claimName = 'keys'
    values.image.pullSecrets = [{ name: 'registry' }]
    values.nodeSelector = { disk: 'ssd' }
    values.tolerations = [{ key: 'kyc', operator: 'Exists' }]
    values.podAnnotations = { team: 'risk' }
  }

  test('renders several replicas, a migration job, a network policy and a disruption budget', () => {
    const resources = render()
    const kinds = ['Deployment', 'Job', 'PodDisruptionBudget', 'NetworkPolicy', 'Service']
    expect([...resources.keys()].toSorted()).toEqual(kinds.toSorted())
    expect(resources.get('Deployment').spec.replicas).toBeGreaterThan(1)
    expect(resources.get('Job').metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    expect(resources.get('Job').spec.template.spec.containers[0].command).toEqual(['touchstone', 'migrate'])
    expect(resources.get('NetworkPolicy').spec.policyTypes).toEqual(['Ingress', 'Egress'])
  })

  test('selects the pods of the service with the service, the budget and the policy', () => {
    const resources = render()
    const { labels } = resources.get('Deployment').spec.template.metadata
    const selectors = [
      resources.get('Deployment').spec.selector.matchLabels,
      resources.get('Service').spec.selector,
      resources.get('PodDisruptionBudget').spec.selector.matchLabels,
      resources.get('NetworkPolicy').spec.podSelector.matchLabels,
    ]
    for (const selector of selectors) expect(labels).toMatchObject(selector)
    const job = resources.get('Job').spec.template.metadata.labels
    expect(job).toMatchObject(resources.get('NetworkPolicy').spec.podSelector.matchLabels)
    expect(job).not.toMatchObject(resources.get('Service').spec.selector)
  })

  test.each(['Deployment', 'Job'])('runs every container of the %s without privileges', (kind) => {
    const { spec } = render(everything).get(kind).spec.template
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    })
    for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
      expect(container.image).toBe(`touchstone:${version}`)
      expect(container.resources.limits.memory).toBeDefined()
      expect(container.securityContext).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      })
      const volumes = spec.volumes.map(({ name }: { name: string }) => name)
      for (const { name } of container.volumeMounts) expect(volumes).toContain(name)
    }
  })

  test('takes secrets by reference and all other settings by their names', () => {
    const { spec } = render(everything).get('Deployment').spec.template
    const [container] = spec.containers
    expect(container.envFrom).toEqual([{ secretRef: { name: 'touchstone' } }])
    const names = container.env.map(({ name }: { name: string }) => name)
    for (const name of names) expect(knownSettings).toContain(name)
    expect(names).toEqual(expect.arrayContaining(['CHAIN_DEPLOYMENTS', 'CREDENTIAL_KEYS', 'FACEPRINT_KEYS']))
    for (const { env } of Object.values(settingsTable).filter(({ secret }) => secret))
      expect(names).not.toContain(env)
    for (const { value } of container.env) expect(typeof value).toBe('string')
  })

  test('prefers the digest of the image, and refuses to render without the secrets', () => {
    const digest = `sha256:${'a'.repeat(64)}`
    const resources = render((values) => {
      values.image.digest = digest
    })
    expect(resources.get('Deployment').spec.template.spec.containers[0].image).toBe(`touchstone@${digest}`)
    const without = (values: Any) => {
      values.secretName = ''
    }
    expect(() => render(without)).toThrow('Set secretName')
  })

  test('routes every host name to the service', () => {
    const ingress = render(everything).get('Ingress')
    const hosts = ['api.example.com', 'verify.example.com', 'console.example.com']
    expect(ingress.spec.rules.map(({ host }: { host: string }) => host)).toEqual(hosts)
    expect(ingress.spec.tls[0].hosts).toEqual(hosts)
    expect(ingress.spec.rules[0].http.paths[0].backend.service).toEqual({
      name: 'touchstone',
      port: { name: 'http' },
    })
  })

  test('has the version of the project', () => {
    expect(parse(chartYaml)).toMatchObject({ version, appVersion: version })
  })
})

describe('the proxies', () => {
  test('nginx passes headers with underscores and replaces the forwarding headers of clients', () => {
    const text = read('deploy/proxy/nginx.conf')
    const set = Object.fromEntries(
      [...text.matchAll(/proxy_set_header (\S+) (\S+);/g)].map(([, name = '', value]) => [name, value]),
    )
    expect(text).toContain('underscores_in_headers on;')
    expect(set).toMatchObject({
      ...{ Host: '$host', 'X-Forwarded-Host': '$host', 'X-Forwarded-For': '$remote_addr' },
      'X-Forwarded-Proto': '$scheme',
    })
    expect(text).not.toContain('$proxy_add_x_forwarded_for')
    // A query string can contain an API key.
    expect(text).not.toMatch(/\$request\b|\$request_uri"|\$args|\$query_string/)
  })

  test('Caddy trusts no other proxy, and logs no API key', () => {
    const text = read('deploy/proxy/Caddyfile')
    expect(text).not.toMatch(/^\s*trusted_proxies/m)
    expect(text).toContain('replace api_key REDACTED')
  })
})

test('the systemd unit sets only known settings and gives the service no rights', () => {
  const text = read('deploy/touchstone.service')
  for (const [, list = ''] of text.matchAll(/^Environment=(.+)$/gm))
    for (const pair of list.split(' ')) {
      const [name = ''] = pair.split('=')
      expect(knownSettings.has(name) || ofProcess.test(name), name).toBe(true)
    }
  for (const line of [
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'User=touchstone',
  ])
    expect(text.split('\n')).toContain(line)
  const stopWithin = Number(/TimeoutStopSec=(\d+)/.exec(text)?.[1])
  expect(stopWithin).toBeGreaterThan(10)
})

describe('the dashboard and the alert rules', () => {
  type Panel = { title: string; type: string; targets?: { expr: string }[] }
  const { panels, templating } = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as {
    panels: Panel[]
    templating: { list: { name: string }[] }
  }
  const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as {
    groups: {
      rules: { alert: string; expr: string; labels: object; annotations: Record<string, string> }[]
    }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  const queries = [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ]
  const { registry } = createMetrics({
    ...{ chainJobs: async () => [], stuckJourneys: async () => [], keptFaceprints: async () => [] },
    ...{ forgedRows: () => [], riskScores: () => undefined, sourceUses: () => [] },
    ...{ sourceStates: async () => [], work: async () => undefined },
  })
  const ofScrape = ['job', 'instance']
  /** The labels of every series that a query can name. */
  const labelsOf = async (): Promise<Map<string, readonly string[]>> => {
    const series = new Map<string, readonly string[]>([['up', ofScrape]])
    for (const { name, type } of await registry.getMetricsAsJSON()) {
      const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: readonly string[] }
      const labels = [...ofScrape, ...labelNames]
      series.set(name, labels)
      if (String(type) === 'histogram')
        for (const suffix of ['bucket', 'sum', 'count']) series.set(`${name}_${suffix}`, [...labels, 'le'])
    }
    return series
  }

  test.each(queries)('query only metrics and labels of the service: %s', async (_, expression) => {
    const series = await labelsOf()
    const { metrics, labels, problems } = readQuery(expression)
    expect(problems).toEqual([])
    expect(metrics.length).toBeGreaterThan(0)
    for (const metric of metrics) expect([...series.keys()]).toContain(metric)
    const known = metrics.flatMap((metric) => series.get(metric) ?? [])
    for (const label of labels) expect(known).toContain(label)
  })

  test('show every metric of the service', async () => {
    const all = (await registry.getMetricsAsJSON()).map(({ name }) => name)
    const shown = queries.flatMap(([, expression]) => readQuery(expression).metrics.join(' ')).join(' ')
    for (const name of all.filter((each) => each.startsWith('touchstone_'))) expect(shown).toContain(name)
  })

  test('report the number of workers only if there are workers', async () => {
    expect(await registry.getSingleMetricAsString('touchstone_workers')).not.toMatch(/^touchstone_workers/m)
  })

  test('say what to do, and use no unknown variable', () => {
    for (const { labels, annotations } of rules) {
      expect(Object.keys(labels)).toEqual(['severity'])
      expect(annotations.summary).toBeTruthy()
      const commands = [...(annotations.description ?? '').matchAll(/touchstone ([a-z]+)/g)]
      const names = commandTable.map(({ name }) => name)
      for (const [, name] of commands) expect(names).toContain(name)
    }
    const variables = [...templating.list.map(({ name }) => name), '__rate_interval']
    const used = [...read('deploy/monitoring/grafana-dashboard.json').matchAll(/\$\{?(\w+)/g)]
    for (const [, name] of used) expect(variables).toContain(name)
  })

  test('notice a metric that does not exist and an expression that cannot be parsed', () => {
    expect(readQuery('sum(rate(touchstone_nothing_total{job="a"}[5m]))')).toEqual({
      ...{ metrics: ['touchstone_nothing_total'], labels: ['job'], problems: [] },
    })
    expect(readQuery('sum(rate(up[5m])').problems).not.toEqual([])
  })
})

const promql = parser.configure({ top: 'PromQL' })

/** Returns the metrics and labels that a PromQL expression names, and the places that cannot be parsed. */
function readQuery(expression: string): { metrics: string[]; labels: string[]; problems: string[] } {
  const text = expression.replaceAll('$__rate_interval', '5m')
  const found = { metrics: [] as string[], labels: [] as string[], problems: [] as string[] }
  promql.parse(text).iterate({
    enter({ name, from, to, type }) {
      if (type.isError) found.problems.push(text.slice(Math.max(0, from - 10), to + 10))
      if (name === 'Identifier') found.metrics.push(text.slice(from, to))
      if (name === 'LabelName') found.labels.push(text.slice(from, to))
    },
  })
  return found
}
