import { z } from 'zod'
import { COLLECTIONS, type Kind } from '#domain/entities'
import { NEXT_COMPLIANCE_ACTIONS } from '#domain/project-check'
import { ORGANISATION_TYPES } from '#domain/organisation'
import { USER_GROUPS } from '#domain/user'
import type {
  ActivityItem,
  CommentItem,
  DocumentItem,
  Found,
  Links,
  Mentionable,
  Named,
  NextThing,
  AvailableAction,
  SignedIn,
} from '#domain/wire/general'

/** The kinds of things that answers speak of. */
const kind = z
  .enum([
    'organisation',
    'user',
    'market',
    'round',
    'roundDeclaration',
    'declarationAnswer',
    'participation',
    'agentAuthority',
    'project',
    'service',
    'complianceCheck',
    'performanceCheck',
    'verification',
    'projectGroup',
    'requirement',
    'requirementGroup',
    'matchResult',
    'credit',
    'filedDocument',
    'comment',
    'projectType',
    'standard',
    'standardVersion',
    'nca',
    'lpa',
    'subcatchment',
    'declaration',
    ...COLLECTIONS,
  ])
  .meta({ id: 'Kind' }) satisfies z.ZodType<Kind>

export const id = z.string().meta({ description: 'An id' })
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ description: 'A calendar day' })
export const instant = z.string().meta({ description: 'A moment, ISO 8601 in UTC', format: 'date-time' })
export const money = z.number().meta({ description: 'Pounds, at most two decimals' })
export const units = z.number().meta({ description: 'Units, at most four decimals' })

export const named = z.object({ id, name: z.string() }).meta({ id: 'Named' }) satisfies z.ZodType<Named>
export const namedList = z.array(named)

const links = z
  .object({
    self: z.string(),
    location: z.string().optional(),
    activity: z.string().optional(),
    files: z.string().optional(),
    comments: z.string().optional(),
    supply: z.string().optional(),
  })
  .meta({ id: 'Links' }) satisfies z.ZodType<Links>

const offeredAction = z
  .object({ id, title: z.string(), label: z.string(), navigatesTo: z.string().optional() })
  .meta({ id: 'OfferedAction' }) satisfies z.ZodType<AvailableAction>
export const actions = z.array(offeredAction)

/** What every single resource carries. */
export const resource = { id, name: z.string(), kind, version: z.int(), links, actions }

/** One page of a list. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), next: z.string().nullable(), actions })

/** What follows from a failed compliance check. */
export const nextCompliance = z.object({ action: z.enum(NEXT_COMPLIANCE_ACTIONS), date: day })

export const nextThings = z.array(
  z
    .object({
      text: z.string(),
      detail: z.string().nullable(),
      link: z.string(),
      action: z.string().nullable(),
      missing: z.string().optional(),
    })
    .meta({ id: 'NextThing' }) satisfies z.ZodType<NextThing>,
)

export const signedIn = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    displayName: z.string(),
    groups: z.array(z.enum(USER_GROUPS)),
    organisation: named.extend({ type: z.enum(ORGANISATION_TYPES) }).nullable(),
  })
  .meta({ id: 'SignedIn' }) satisfies z.ZodType<SignedIn>

export const activityItem = z
  .object({
    id,
    at: instant,
    actor: z.string(),
    forClient: z.string().nullable(),
    action: z.string(),
    title: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    message: z.string(),
    itemId: id,
    itemName: z.string(),
    itemType: kind,
    receipt: z.object({ hash: z.string(), prevHash: z.string(), entry: z.string() }).nullable().meta({
      description:
        'What shows that an offer or a bid was taken as it was made, for whoever made it: the SHA-256 of prevHash followed by entry is hash',
    }),
  })
  .meta({ id: 'ActivityItem' }) satisfies z.ZodType<ActivityItem>

export const commentItem = z
  .object({ id, at: instant, author: z.string(), text: z.string(), json: z.string() })
  .meta({ id: 'CommentItem' }) satisfies z.ZodType<CommentItem>

export const mentionable = z
  .object({ id, name: z.string(), kind: z.enum(['user', 'organisation']), of: z.string().nullable() })
  .meta({ id: 'Mentionable' }) satisfies z.ZodType<Mentionable>

export const documentItem = z
  .object({
    id,
    name: z.string(),
    tag: z.string(),
    type: z.string(),
    size: z.int(),
    uploadedAt: instant,
    uploadedBy: z.string(),
    reason: z.string().nullable(),
    replaced: z.boolean(),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'DocumentItem' }) satisfies z.ZodType<DocumentItem>

export const found = z
  .object({ id, name: z.string(), kind, status: z.string().nullable(), detail: z.string(), link: z.string() })
  .meta({ id: 'Found' }) satisfies z.ZodType<Found>

export const location = z
  .object({
    id,
    name: z.string(),
    nearAddress: z.string().nullable(),
    gridReference: z.string().nullable(),
    threeWords: z.string().nullable(),
    nca: named.nullable(),
    lpa: named.nullable(),
    subcatchment: named.nullable(),
  })
  .meta({ id: 'Location' })

export const refusal = z.object({ error: z.string(), reason: z.string().optional() }).meta({ id: 'Refusal' })
export const fault = z.object({ error: z.string(), id }).meta({ id: 'Fault' })
export const wrongAnswers = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .meta({ id: 'WrongAnswers' })
