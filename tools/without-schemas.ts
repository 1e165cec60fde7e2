import type { Plugin } from 'vite'

const STAND_IN = '\0no-schemas'
const DESCRIBED = '?described'

/**
 * The browser calls endpoints by their routes and takes answers for what the contract says; what checks them is the
 * server's. So that no page waits for the library of schemas and for a thousand of them to be made, the contract gets
 * something in the browser that takes every description and remembers none. The rules of what people type
 * (`contract/rules.ts`) are real where forms judge by them.
 */
export const withoutSchemas: Plugin = {
  name: 'without-schemas',
  enforce: 'pre',
  async resolveId(imported, from) {
    if (from === undefined || !from.includes('/src/contract/')) return null
    const isRules = from.endsWith('/rules.ts')
    if (imported === 'zod' && !isRules) return STAND_IN
    if (imported !== './rules.ts') return null
    const rules = await this.resolve(imported, from, { skipSelf: true })
    return rules && `${rules.id}${DESCRIBED}`
  },
  load: id =>
    id === STAND_IN
      ? `export const z = new Proxy(() => z, {
          get: (_, name) => {
            if (/parse/i.test(String(name))) throw new Error('Schemas of the contract are not in the browser')
            return z
          },
        })`
      : null,
}
