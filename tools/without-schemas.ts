import { join } from 'node:path'
import type { Plugin } from 'vite'
import { projectRoot } from '#server/process/places'

const STAND_IN = '\0no-schemas'
const DESCRIBED = '?described'
/** Replacement of the schema library for the rules of forms. */
const SMALL = join(projectRoot, 'src/web/api/schemas.ts')

/**
 * The browser calls endpoints by their routes and takes answers for what the contract says; what checks them is the
 * server's. So that no page waits for the library of schemas and for a thousand of them to be made, the contract gets
 * something in the browser that takes every description and remembers none. The rules of what people type
 * (`contract/people/rules.ts`, and those of actions) are real where forms judge by them, but made with a small part of what the
 * library can (`web/api/schemas.ts`).
 */
export const withoutSchemas: Plugin = {
  name: 'without-schemas',
  enforce: 'pre',
  async resolveId(imported, from) {
    if (from === undefined) return null
    const isContract = from.includes('/src/contract/')
    if (imported === 'zod' && isContract && !from.endsWith('/rules.ts')) return STAND_IN
    if (imported === 'zod' && (isContract || from.includes('/src/actions/'))) return SMALL
    if (imported !== './rules.ts' || !isContract) return null
    const rules = await this.resolve(imported, from, { skipSelf: true })
    return rules && `${rules.id}${DESCRIBED}`
  },
  load: id =>
    id === STAND_IN
      ? `export const z = new Proxy(() => z, {
          get: (_, name) => {
            if (/parse/i.test(String(name))) throw new Error('Schemas of the contract are not available in the browser')
            return z
          },
        })`
      : null,
}
