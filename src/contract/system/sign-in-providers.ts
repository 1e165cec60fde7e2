import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { id, instant, nullableIdAndName } from '../kit/values.ts'
import { PROVIDER_PROBLEMS } from '../people/providers.ts'

const tag = 'System'

const providerStatus = z
  .object({
    id,
    name: z.string(),
    issuer: z.string(),
    redirectAddress: z
      .string()
      .describe('Address to register at the provider, to which it sends people back'),
    organisation: nullableIdAndName.describe('Organisation whose people it knows'),
    lastSuccess: instant.nullable().describe('Last completed sign-in'),
    lastFailure: z
      .object({ at: instant, problem: z.enum(PROVIDER_PROBLEMS), reason: z.string(), remedy: z.string() })
      .nullable()
      .describe('Last failed sign-in'),
  })
  .meta({ id: 'SignInProviderStatus' })
export type SignInProviderStatus = z.infer<typeof providerStatus>

export const listSignInProviders = endpoint('GET /api/sysadmin/sign-in-providers', {
  id: 'listSignInProviders',
  tag,
  summary: 'Sign-in providers of the installation with their last sign-ins, without their secrets',
  access: 'sysadmin',
  answers: { 200: z.object({ items: z.array(providerStatus) }) },
})

export const testSignInProvider = endpoint('POST /api/sysadmin/sign-in-providers/:id/test', {
  id: 'testSignInProvider',
  tag,
  summary: 'Reads the description of a sign-in provider now (OpenID Connect Discovery)',
  access: 'sysadmin',
  answers: {
    200: z
      .object({ isReachable: z.boolean(), message: z.string().describe('Result, with a remedy for a fault') })
      .meta({ id: 'SignInProviderTest' }),
  },
})
