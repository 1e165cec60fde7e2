import { landSoldTwice } from '../sites/check-land.ts'
import type { Check } from './check.ts'

/** Certified sites that share ground have land enough for all of them (market invariant 12). */
export const land: Check = {
  name: 'land',
  run: async function* ({ db }, looked) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const found = await landSoldTwice(db, after)
      for (const { id, names } of found.faults)
        yield { what: `project ${id}`, why: `is certified for more land than there is: ${names}` }
      looked(found.looked)
      after = found.after
    }
  },
}
