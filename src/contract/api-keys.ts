import { z } from 'zod'
import { KEY_LONGEST_DAYS, KEY_SCOPES } from '#domain/api-key'
import { endpoint, none } from './endpoint.ts'
import { refusal } from './resource.ts'
import { nameRule } from './rules.ts'
import { id, instant, maybeNamed, named } from './values.ts'

const tag = 'API keys'

const scope = z.enum(KEY_SCOPES).meta({ id: 'KeyScope' })
const state = z.enum(['live', 'expired', 'revoked'])

/** A key as lists show it: never the key itself. */
const apiKey = z
  .object({
    id,
    name: z.string(),
    begins: z.string().meta({ description: 'How the key begins, by which its owner can tell it' }),
    scopes: z.array(scope),
    person: named.meta({ description: 'Whom it acts as' }),
    organisation: maybeNamed,
    isOwn: z.boolean(),
    state,
    madeAt: instant,
    expiresAt: instant,
    lastUsedAt: instant.nullable().meta({ description: 'To the minute' }),
    revokedAt: instant.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof apiKey>

const days = z
  .int({ error: 'For how many days?' })
  .min(1, { error: 'At least a day' })
  .max(KEY_LONGEST_DAYS, { error: `At most ${KEY_LONGEST_DAYS} days` })

const madeKey = apiKey
  .extend({ key: z.string().meta({ description: 'The key, told this once' }) })
  .meta({ id: 'MadeApiKey' })

export const listApiKeys = endpoint('GET /api/keys', {
  id: 'listApiKeys',
  tag,
  summary:
    'The keys of the reader; for whoever administers an organisation those of its people, and for a system administrator all',
  access: 'member',
  answers: { 200: z.array(apiKey) },
})
export const readApiKey = endpoint('GET /api/key', {
  id: 'readApiKey',
  tag,
  summary: 'The key that asks: whom it acts as, what it is for, and until when',
  access: 'member',
  byKey: 'read',
  answers: { 200: apiKey, 404: refusal },
})
export const makeApiKey = endpoint('POST /api/keys', {
  id: 'makeApiKey',
  tag,
  summary: 'Makes a key that acts as the reader, with fewer rights; it is told this once',
  access: 'member',
  body: z.object({
    name: nameRule.max(60, 'Must be 60 characters or fewer'),
    scopes: z.array(scope).max(KEY_SCOPES.length),
    days,
  }),
  answers: { 200: madeKey, 409: refusal },
})
export const rotateApiKey = endpoint('POST /api/keys/:id/rotate', {
  id: 'rotateApiKey',
  tag,
  summary: 'Makes another key like one of the reader’s; the one before ends within 24 hours',
  access: 'member',
  answers: { 200: madeKey, 409: refusal },
})
export const revokeApiKey = endpoint('DELETE /api/keys/:id', {
  id: 'revokeApiKey',
  tag,
  summary: 'Ends a key at once',
  access: 'member',
  answers: { 204: none },
})
