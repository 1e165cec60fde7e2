import { z } from 'zod'
import { endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { PUBLIC_TAG } from '../public/public.ts'
import { refusal } from '../kit/resource.ts'
import { creditType, instant, money, idAndName } from '../kit/values.ts'

const sha256 = z.string().meta({ description: 'SHA-256 of the file as downloaded, in hexadecimal' })

/** Files of a round's published match; the last exists only if someone handed one in. */
export const INSTANCE_FILES = ['audit', 'problem', 'solution', 'better'] as const
export type InstanceFileName = (typeof INSTANCE_FILES)[number]

/** How far a match that is not proven to be the best may be below the best possible one; null amounts may not be known. */
export const matchGap = z
  .object({
    pounds: money.nullable(),
    part: z.number().meta({ description: 'Part of the best possible surplus, from 0 to 1' }),
  })
  .meta({
    id: 'MatchGap',
    description:
      'How far a match that the engine could not prove to be the best is at most below the best possible one; null if it is proven or was made elsewhere',
  })
export type MatchGap = z.infer<typeof matchGap>

/** An offer or a bid of a published match. */
const instanceLine = z
  .object({
    id: z.string().meta({ description: 'Random pseudonym; most names can still be worked out' }),
    party: z.string().meta({ description: 'Random pseudonym of its owner' }),
    kind: z.enum(['Supplier', 'Buyer', 'Investor']),
    creditTypes: z.array(creditType),
    amount: money.meta({ description: 'Pounds offered, with the costs, or bid' }),
    won: z.number().meta({ description: 'Part that won, from 0 (nothing) to 1 (all)' }),
    payment: money.meta({ description: 'Pounds to pay; negative if received' }),
    why: z.string(),
    hasReceipt: z.boolean().meta({ description: 'True if a receipt can prove that it belongs to this line' }),
  })
  .meta({ id: 'InstanceLine' })
export type InstanceLineView = z.infer<typeof instanceLine>

const publishedInstance = z
  .object({
    round: idAndName,
    market: z.string(),
    settledAt: instant.nullable(),
    files: z.array(z.object({ name: z.enum(INSTANCE_FILES), sha256, bytes: z.int() })),
    logEntry: z.int().nullable().meta({
      description:
        'Index, from zero, of the log entry that names the audit file; null until it is in the log',
    }),
    surplus: money,
    proven: z.boolean().meta({
      description:
        'True if the engine proved that no match has a greater surplus, in whole numbers or, for parts that are too large, on the word of the solver HiGHS; false for a match made elsewhere that it could not confirm',
    }),
    gap: matchGap.nullable(),
    lines: z.array(instanceLine),
    better: z
      .object({ at: instant, worth: money, accepted: money })
      .nullable()
      .meta({ description: 'Better match that someone submitted, with the surplus of both' }),
  })
  .meta({ id: 'PublishedInstance' })
export type PublishedInstance = z.infer<typeof publishedInstance>

const open = { tag: PUBLIC_TAG, access: 'anyone' } as const

export const readInstance = endpoint('GET /api/public/round/:id/instance', {
  ...open,
  id: 'readInstance',
  summary: 'Summary of the published match of a settled round, with the hashes of its files',
  kept: 'moment',
  answers: { 200: publishedInstance },
})

export const readInstanceFile = endpoint('GET /api/public/round/:id/instance/:file', {
  ...open,
  id: 'readInstanceFile',
  summary:
    'A file of the published match: audit (problem, solution and the receipt of each line), problem, solution, or better',
  kept: 'moment',
  answers: { 200: mediaAnswer({ 'application/json': z.looseObject({}) }) },
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
      'Match in the form of the published solution: offers that won, units of each bid, and flows; other fields are ignored',
  })

const standing = z
  .object({
    is: z.enum(['notAllowed', 'worse', 'same', 'better']),
    says: z.string(),
    findings: z
      .array(z.string())
      .meta({ description: 'Reasons why it is not a valid match, one sentence each' }),
    worth: money.nullable(),
    accepted: money.nullable(),
  })
  .meta({ id: 'HandedInStanding' })
export type SubmittedMatchResult = z.infer<typeof standing>

export const submitMatch = endpoint('POST /api/public/round/:id/instance/better', {
  ...open,
  id: 'handInMatch',
  summary:
    'Submits a match that may be better than the published one; it is checked immediately, and published if it is better',
  body: handedIn,
  malformed: 'A match must be JSON with projects, requirements and flows, as in the published solution',
  answers: { 200: standing, 503: refusal },
})
