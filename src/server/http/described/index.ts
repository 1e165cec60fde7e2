import { z } from 'zod'
import { further } from './further.ts'
import { inPublic } from './in-public.ts'
import { lists, singles, totals } from './listed.ts'
import * as matches from './matches.ts'
import { results } from './results.ts'
import { type Described, word } from './route.ts'
import { signingIn } from './signing-in.ts'
import { system } from './system.ts'
import { underSubjects } from './under-subjects.ts'

const DESCRIBED = new Map<string, Described>([
  ...lists(),
  ...totals,
  ...singles(),
  ...underSubjects,
  ...results,
  ...further,
  ...signingIn,
  ...system,
  ...inPublic,
])

/** What a route does; the two endpoints of every action, and the posts to collections, are alike for all. */
export const describedAs = (method: string, url: string): Described | undefined => {
  const known = DESCRIBED.get(`${method} ${url}`)
  if (known) return known
  if (method === 'GET' && url.endsWith('/action/:action'))
    return {
      tag: 'Actions',
      summary: 'What the form of an action needs',
      query: z.object({ wizard: word }),
      answer: matches.actionForm,
    }
  if (method === 'POST' && (url.endsWith('/action/:action') || !url.startsWith('/api/auth/')))
    return {
      tag: 'Actions',
      summary: url.endsWith('/action/:action')
        ? 'Runs an action'
        : 'Runs the creating action of the collection',
      query: z.object({ wizard: word }),
      body: matches.submission,
      answer: matches.done,
    }
  return undefined
}
