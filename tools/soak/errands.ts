import { createHash, randomUUID } from 'node:crypto'
import { documentFor } from '#server/demonstration/documents'
import type { Errand } from './asking.ts'

/** Who is signed in, by cookie. */
export type Cookies = Readonly<Record<'operator' | 'supplier' | 'buyer' | 'authority', string>>

/** A change that must be there exactly once when it was acknowledged, and at most once when it was not. */
export interface Promised {
  /** In the database: the table and the column where its word stands. */
  table: 'comment' | 'performance_check'
  column: 'text' | 'notes'
  word: string
  /** What pages are told has changed. */
  subject: string
  /** The hash of the document that came with it. */
  sha256?: string
}

const READS: readonly (readonly [keyof Cookies | undefined, string])[] = [
  ['operator', '/api/projects?limit=50'],
  ['operator', '/api/requirements?limit=50'],
  ['operator', '/api/credits/registry?limit=50'],
  ['operator', '/api/home'],
  ['operator', '/api/round/RD-SOM-0'],
  ['operator', '/api/project/P001'],
  ['supplier', '/api/home'],
  ['supplier', '/api/projects?limit=50'],
  ['buyer', '/api/home'],
  ['buyer', '/api/requirements?limit=50'],
  ['authority', '/api/home'],
  ['authority', '/api/projects?limit=50'],
  [undefined, '/api/public/registry/credits?limit=50'],
  [undefined, '/api/public/statistics'],
  [undefined, '/readyz'],
  [undefined, '/'],
]

/** Values that no form sends. */
const RUBBISH: readonly unknown[] = [
  null,
  7,
  [],
  {},
  '\ud800',
  '\0',
  'x'.repeat(100_000),
  { json: '{', text: 3 },
]

const pick = <T>(from: readonly T[]): T => {
  const one = from[Math.floor(Math.random() * from.length)]
  if (one === undefined) throw new Error('There is nothing to pick from')
  return one
}

/** Something that somebody looks at. */
export const aLook = (cookies: Cookies): Errand => {
  const [who, path] = pick(READS)
  return { name: 'look', path, ...(who && { cookie: cookies[who] }) }
}

const json = (values: object): string => JSON.stringify({ values })

/** A remark of the operator's on a project. */
export const aComment = ({ operator }: Cookies, project: string): { errand: Errand; promised: Promised } => {
  const word = `soak ${randomUUID()}`
  const children = [{ type: 'paragraph', children: [{ type: 'text', text: word }] }]
  const comment = { json: JSON.stringify({ root: { type: 'root', children } }) }
  return {
    errand: {
      name: 'comment',
      path: `/api/project/${project}/action/Comment`,
      cookie: operator,
      body: () => json({ comment }),
    },
    promised: { table: 'comment', column: 'text', word, subject: `project ${project}` },
  }
}

/** A check of how a project does, with its report. */
export const aCheck = (
  { operator }: Cookies,
  project: string,
  today: string,
): { errand: Errand; promised: Promised } => {
  const word = `soak ${randomUUID()}`
  const { name, bytes } = documentFor(word)
  const body = (): FormData => {
    const form = new FormData()
    const values = { date: today, name: 'Ann Ecologist', organisation: 'Field Surveys', notes: word }
    form.append('submission', json(values))
    form.append('performanceReport', new Blob([new Uint8Array(bytes)]), name)
    return form
  }
  return {
    errand: {
      name: 'upload',
      path: `/api/project/${project}/action/AddPerformanceCheck`,
      cookie: operator,
      body,
    },
    promised: {
      table: 'performance_check',
      column: 'notes',
      word,
      subject: `project ${project}`,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  }
}

/** Something that only an enemy sends: it is refused. */
export const rubbish = ({ supplier, operator }: Cookies, project: string): Errand => {
  const action = pick(['Comment', 'SetCosts', 'SetOffer', 'Update', 'AddPerformanceCheck', 'NoSuchAction'])
  const value = pick(RUBBISH)
  return {
    name: 'rubbish',
    path: `/api/project/${project}/action/${action}`,
    cookie: pick([supplier, operator]),
    body: () => JSON.stringify({ values: { comment: value, offer: value, maintenance: value, date: value } }),
    may: [400, 403, 404, 409, 413, 422],
  }
}

/** A file that once stopped everybody for a minute: it is refused, or kept where it is in order. */
export const hardFile = ({ operator }: Cookies, project: string): Errand => ({
  name: 'hard file',
  path: `/api/project/${project}/action/AddPerformanceCheck`,
  cookie: operator,
  body: () => {
    const form = new FormData()
    form.append('submission', json({ date: 'never' }))
    form.append('performanceReport', new Blob([`%PDF-1.7\n${'stream\n'.repeat(300_000)}`]), 'hard.pdf')
    return form
  },
  may: [400, 409, 413, 415, 422],
})
