import { randomUUID } from 'node:crypto'
import { demonstrationDocumentFor } from '#server/demonstration/documents'
import { type Mark, sha256Of } from './acknowledged.ts'
import type { Errand } from './asking.ts'
import type { Owned, People } from './people.ts'

/** An errand that changes something, with what must be there once it is acknowledged. */
export interface Change {
  errand: Errand
  mark: Mark
  /** The changed thing, as named in server-sent events. */
  subject: string
}

const READS: readonly (readonly [keyof People['roles'] | undefined, string])[] = [
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
  if (one === undefined) throw new Error('There is nothing to choose from')
  return one
}

/** Returns a request for a random page. */
export const aLook = ({ roles }: People): Errand => {
  const [who, path] = pick(READS)
  return { name: 'look', path, ...(who && { cookie: roles[who] }) }
}

const json = (values: object): string => JSON.stringify({ values })

/** A comment on a project, by its owner or by the operator. */
export const aComment = ({ roles, projects }: People): Change => {
  const word = `soak ${randomUUID()}`
  const { id, cookie } = pick(projects)
  const children = [{ type: 'paragraph', children: [{ type: 'text', text: word }] }]
  const comment = { json: JSON.stringify({ root: { type: 'root', children } }) }
  return {
    errand: {
      name: 'comment',
      path: `/api/project/${id}/action/Comment`,
      cookie: pick([cookie, roles.operator]),
      body: () => json({ comment }),
    },
    mark: { kind: 'word', word },
    subject: `project ${id}`,
  }
}

const MOST_POUNDS = 100_000

/** An offer or a bid of another amount, by the owner; the acts on one thing must be sent one after the other. */
export const aSealedAmount = ({ id, cookie, kind, values }: Owned): Change => {
  const column = kind === 'project' ? 'offer' : 'bid'
  const pounds = 10_000 + Math.floor(Math.random() * MOST_POUNDS)
  return {
    errand: {
      name: column,
      path: `/api/${kind}/${id}/action/${kind === 'project' ? 'SetOffer' : 'SetBid'}`,
      cookie,
      body: () => json({ ...values, [column]: pounds, confirmsAmount: true }),
    },
    mark: { kind: 'value', table: kind, column, id, pence: 100 * pounds },
    subject: `${kind} ${id}`,
  }
}

/** A check of a project's performance, with its report. */
export const anUpload = ({ roles, monitored }: People, today: string): Change => {
  const word = `soak ${randomUUID()}`
  const project = pick(monitored)
  const { name, bytes } = demonstrationDocumentFor(word)
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
      cookie: roles.operator,
      body,
    },
    mark: { kind: 'word', word, sha256: sha256Of(bytes) },
    subject: `project ${project}`,
  }
}

/** Something that only an attacker sends: it is refused. */
export const rubbish = ({ roles, projects }: People): Errand => {
  const action = pick(['Comment', 'SetCosts', 'SetOffer', 'Update', 'AddPerformanceCheck', 'NoSuchAction'])
  const value = pick(RUBBISH)
  return {
    name: 'rubbish',
    path: `/api/project/${pick(projects).id}/action/${action}`,
    cookie: pick([roles.supplier, roles.operator]),
    body: () => JSON.stringify({ values: { comment: value, offer: value, maintenance: value, date: value } }),
    may: [400, 403, 404, 409, 413, 422],
  }
}

/** A file that is hard to read: it is refused, or kept where it is in order. */
export const hardFile = ({ roles, monitored }: People): Errand => ({
  name: 'hard file',
  path: `/api/project/${pick(monitored)}/action/AddPerformanceCheck`,
  cookie: roles.operator,
  body: () => {
    const form = new FormData()
    form.append('submission', json({ date: 'never' }))
    form.append('performanceReport', new Blob([`%PDF-1.7\n${'stream\n'.repeat(300_000)}`]), 'hard.pdf')
    return form
  },
  may: [400, 409, 413, 415, 422],
})
