import { z } from 'zod'
import { MAX_KEY_DAYS, KEY_SCOPES } from '#domain/people/api-key'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { nameRule } from './rules.ts'
import { id, instant, nullableIdAndName, idAndName } from '../kit/values.ts'

const tag = 'API keys'

/** Header of every answer to a key that may only preview. */
export const PREVIEW_ONLY_HEADER = 'Preview-Only'

const scope = z.enum(KEY_SCOPES).meta({ id: 'KeyScope' })
const state = z.enum(['live', 'expired', 'revoked'])

/** An API key in lists: never the key itself. */
const apiKey = z
  .object({
    id,
    name: z.string(),
    begins: z.string().meta({ description: 'First characters of the key, by which its owner recognises it' }),
    scopes: z.array(scope),
    person: idAndName.meta({ description: 'Person in whose name the key acts' }),
    organisation: nullableIdAndName,
    isOwn: z.boolean(),
    state,
    madeAt: instant,
    expiresAt: instant,
    lastUsedAt: instant.nullable().meta({ description: 'Time of last use, to the minute' }),
    revokedAt: instant.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof apiKey>

const days = z
  .int({ error: 'Enter a number of days' })
  .min(1, { error: 'Must be 1 day or more' })
  .max(MAX_KEY_DAYS, { error: `Must be ${MAX_KEY_DAYS} days or fewer` })

const madeKey = apiKey
  .extend({ key: z.string().meta({ description: 'The key, shown only once' }) })
  .meta({ id: 'MadeApiKey' })

export const listApiKeys = endpoint('GET /api/keys', {
  id: 'listApiKeys',
  tag,
  summary:
    'Your API keys. Administrators of an organisation get those of all its people; system administrators get all keys',
  access: 'member',
  answers: { 200: z.array(apiKey) },
})
export const readApiKey = endpoint('GET /api/key', {
  id: 'readApiKey',
  tag,
  summary: 'The API key of this request: person, scopes and end',
  access: 'member',
  byKey: 'read',
  answers: { 200: apiKey, 404: refusal },
})
export const createApiKey = endpoint('POST /api/keys', {
  id: 'makeApiKey',
  tag,
  summary: 'Creates an API key that acts as you with fewer rights; the key is shown only once',
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
  summary: 'Creates a replacement for one of your API keys; the old key ends within 24 hours',
  access: 'member',
  answers: { 200: madeKey, 409: refusal },
})
export const revokeApiKey = endpoint('DELETE /api/keys/:id', {
  id: 'revokeApiKey',
  tag,
  summary: 'Revokes an API key immediately',
  access: 'member',
  answers: { 204: noContentResponse },
})
