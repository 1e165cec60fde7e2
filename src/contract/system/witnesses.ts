import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { fieldErrors, refusal } from '../kit/resource.ts'
import { instant, nullableIdAndName } from '../kit/values.ts'

const tag = 'System'

const systemWitness = z.object({
  name: z.string(),
  key: z.string(),
  since: instant,
  seen: z.object({ at: instant, size: z.int(), missing: z.int() }).nullable().meta({
    description:
      'Last co-signature: its time, the size of the log that it covers, and the number of signed entries after it; null if there was none',
  }),
})

/** A change of the witnesses that waits for a second administrator. */
const witnessRequest = z.object({
  change: z.enum(['register', 'remove']),
  name: z.string(),
  by: nullableIdAndName,
  at: instant,
})

const systemWitnesses = z
  .object({
    items: z.array(systemWitness),
    request: witnessRequest.nullable(),
    needsTwo: z.boolean().meta({ description: 'True if two administrators must ask for the same change' }),
  })
  .meta({ id: 'SystemWitnesses' })
export type SystemWitnesses = z.infer<typeof systemWitnesses>

export const readWitnesses = endpoint('GET /api/sysadmin/witnesses', {
  id: 'readWitnesses',
  tag,
  summary: 'Witnesses of the log: who they are, since when, and what they last co-signed',
  access: 'sysadmin',
  answers: { 200: systemWitnesses },
})

export const changeWitness = endpoint('POST /api/sysadmin/witnesses', {
  id: 'changeWitness',
  tag,
  summary:
    'Registers a witness by its key line, or removes one by its name; two administrators must ask for the same',
  access: 'sysadmin',
  body: z.discriminatedUnion('change', [
    z.object({
      change: z.literal('register'),
      key: z.string().trim().min(1, { error: 'Enter the line that the witness printed' }).max(1000),
    }),
    z.object({ change: z.literal('remove'), name: z.string().min(1).max(200) }),
  ]),
  answers: { 200: z.object({ message: z.string() }), 404: refusal, 409: refusal, 422: fieldErrors },
})
