import { z } from 'zod'
import { endpoint, media } from './endpoint.ts'
import { OPEN_TAG } from './public.ts'
import { refusal } from './resource.ts'
import { creditType, instant, money, named } from './values.ts'

const sha256 = z.string().meta({ description: 'SHA-256 of the file as it is handed out, in hexadecimal' })

/** What there is to fetch of a round's published match; the last only where somebody handed one in. */
export const INSTANCE_FILES = ['audit', 'problem', 'solution', 'better'] as const
export type InstanceFileName = (typeof INSTANCE_FILES)[number]

/** An offer or a bid of a published match. */
const instanceLine = z
  .object({
    id: z.string().meta({ description: 'A number drawn by lot; anyone can work out most names' }),
    party: z.string().meta({ description: 'A number drawn by lot for whose it is' }),
    kind: z.enum(['Supplier', 'Buyer', 'Investor']),
    creditTypes: z.array(creditType),
    amount: money.meta({ description: 'What was offered, with the costs, or bid' }),
    won: z.number().meta({ description: 'The part that won: 1 is all of it, 0 nothing' }),
    payment: money.meta({ description: 'What it pays; below zero what it receives' }),
    why: z.string(),
    hasReceipt: z.boolean().meta({ description: 'Whether a receipt can be found to be of this line' }),
  })
  .meta({ id: 'InstanceLine' })
export type InstanceLineView = z.infer<typeof instanceLine>

const publishedInstance = z
  .object({
    round: named,
    market: z.string(),
    settledAt: instant.nullable(),
    files: z.array(z.object({ name: z.enum(INSTANCE_FILES), sha256, bytes: z.int() })),
    logEntry: z.int().nullable().meta({
      description:
        'The entry of the log, by its index from zero, that names the audit; null until it has its place',
    }),
    surplus: money,
    lines: z.array(instanceLine),
    better: z
      .object({ at: instant, worth: money, accepted: money })
      .nullable()
      .meta({ description: 'A better match that somebody handed in, and what either is worth' }),
  })
  .meta({ id: 'PublishedInstance' })
export type PublishedInstance = z.infer<typeof publishedInstance>

const open = { tag: OPEN_TAG, access: 'anyone' } as const

export const readInstance = endpoint('GET /api/public/round/:id/instance', {
  ...open,
  id: 'readInstance',
  summary: 'The published match of a settled round in short, with the hashes of its files',
  kept: 'moment',
  answers: { 200: publishedInstance },
})

export const readInstanceFile = endpoint('GET /api/public/round/:id/instance/:file', {
  ...open,
  id: 'readInstanceFile',
  summary:
    'A file of the published match: audit (problem, solution and whose receipt is of which line), problem, solution, or better',
  kept: 'moment',
  answers: { 200: media({ 'application/json': z.looseObject({}) }) },
})

const handedIn = z
  .looseObject({
    projects: z.array(z.looseObject({})),
    requirements: z.array(z.looseObject({})),
    flows: z.array(z.looseObject({})),
  })
  .meta({
    id: 'HandedInMatch',
    description:
      'Of every offer whether it won, of every bid which units, and who serves whom, as in the published solution; all else is passed over',
  })

const standing = z
  .object({
    is: z.enum(['notAllowed', 'worse', 'same', 'better']),
    says: z.string(),
    findings: z.array(z.string()).meta({ description: 'Why it is not allowed, a sentence each' }),
    worth: money.nullable(),
    accepted: money.nullable(),
  })
  .meta({ id: 'HandedInStanding' })
export type HandedInStanding = z.infer<typeof standing>

export const handInMatch = endpoint('POST /api/public/round/:id/instance/better', {
  ...open,
  id: 'handInMatch',
  summary:
    'Hands in a match that should be better than the published one; it is checked at once, and shown if it is',
  body: handedIn,
  malformed: 'A match is JSON with projects, requirements and flows, as in the published solution',
  answers: { 200: standing, 503: refusal },
})
