import { join } from 'node:path'
import type { Plugin } from 'vite'
import { projectRoot } from '#server/process/places'
import { lean, leanContract } from './lean-definitions.ts'

const STAND_IN = '\0no-schemas'
const DESCRIBED = '?described'
/** Replacement of the schema library for the rules of forms. */
const SMALL = join(projectRoot, 'src/web/api/schemas.ts')

/** Modules without effects: whatever makes a constant of theirs may be left out with it. */
const PURE_MODULES = /\/(src\/(contract|domain|actions)|packages\/[\w-]+\/src)\/.*\.ts$/

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
  transform: {
    order: 'post',
    handler: (code, id) => {
      if (!PURE_MODULES.test(id)) return null
      const isContract = id.includes('/src/contract/') && !id.endsWith('/rules.ts')
      return { code: lean(isContract ? leanContract(code) : code), map: null }
    },
  },
}
