import { createHash } from 'node:crypto'
import type { OpenApiDocument, Operation } from '#contract/openapi/openapi'
import { deprecationsIn, STABILITY_PROMISE, sunsetOf } from '#contract/kit/deprecation'
import { PROBLEM_CODES, PROBLEM_MEDIA_TYPE } from '#contract/kit/problem'
import { REFUSAL_TEXTS } from '#contract/kit/refusals'
import { escapeHtml } from '#front/html'
import { DEPRECATIONS_ANCHOR } from './deprecation.ts'

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code{font-size:.95em;overflow-wrap:anywhere}dt{margin-top:1rem}dd{margin:0 0 0 1rem}h2{margin-top:2.5rem}`

const nameOfSchema = (response: unknown): string | undefined =>
  /"\$ref":"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(response ?? null))?.[1]

const entry = (method: string, path: string, { summary, parameters, responses }: Operation): string => {
  const query = parameters
    .filter(one => one.in === 'query')
    .map(one => `<code>${escapeHtml(one.name)}</code>`)
  const answer = nameOfSchema(responses['200'])
  const said = [
    escapeHtml(summary),
    query.length > 0 ? `Parameters: ${query.join(', ')}.` : '',
    answer ? `Returns <code>${escapeHtml(answer)}</code>.` : '',
  ]
  return `<dt><code>${method.toUpperCase()} ${escapeHtml(path)}</code></dt><dd>${said.filter(Boolean).join('. ').replaceAll('..', '.')}</dd>`
}

const PROBLEMS = `<h2>Errors</h2>
<p>Programs that accept <code>${PROBLEM_MEDIA_TYPE}</code> receive errors with a type and a code that do not change.</p>
<dl>${Object.entries(PROBLEM_CODES)
  .map(
    ([status, code]) =>
      `<dt id="problem-${code}"><code>${code}</code>, ${status}</dt><dd>${escapeHtml(REFUSAL_TEXTS[Number(status)] ?? '')}.</dd>`,
  )
  .join('')}</dl>`

const STABILITY = `<h2 id="stability">What stays and what may change</h2>
${STABILITY_PROMISE.map(sentence => `<p>${escapeHtml(sentence)}</p>`).join('')}`

/** The name of a deprecated operation (its method and address) or field. */
const placeOf = (path: readonly string[]): string => {
  const [first = '', second = ''] = path
  const operation = first.startsWith('/') ? `${second.toUpperCase()} ${first}` : first
  const field = path.findLast((_, place) => path[place - 1] === 'properties')
  return field === undefined ? operation : `${field} of ${operation}`
}

const deprecatedSection = ({ paths, components }: OpenApiDocument): string => {
  const all = [...deprecationsIn(paths), ...deprecationsIn({ ...components.schemas })]
  if (all.length === 0) return ''
  const entries = all.map(
    ({ path, deprecation }) =>
      `<dt><code>${escapeHtml(placeOf(path))}</code></dt><dd>Deprecated since ${deprecation.since}. It may be removed from ${sunsetOf(deprecation)}. ${escapeHtml(deprecation.instead)}</dd>`,
  )
  return `<h2 id="${DEPRECATIONS_ANCHOR}">Deprecated</h2><dl>${entries.join('')}</dl>`
}

/** The API reference as an HTML page without scripts; its content security policy names the one style by its hash. */
export const renderApiReferencePage = (document: OpenApiDocument): { html: string; policy: string } => {
  const { info, paths } = document
  const byTag = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0] ?? 'More'
      byTag.set(tag, [...(byTag.get(tag) ?? []), entry(method, path, operation)])
    }
  const sections = [...byTag].map(
    ([tag, entries]) => `<h2>${escapeHtml(tag)}</h2><dl>${entries.join('')}</dl>`,
  )
  const html = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(info.title)}: API reference</title>
<style>${STYLE}</style></head><body><main><h1>${escapeHtml(info.title)}: API reference</h1>
<p>${escapeHtml(info.description)}</p>
<p>For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>. <a href="#stability">What stays and what may change</a>.</p>${deprecatedSection(document)}${sections.join('')}${PROBLEMS}${STABILITY}</main></body></html>`
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}
