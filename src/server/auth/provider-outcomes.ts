import type { Kysely } from 'kysely'
import { z } from 'zod'
import { instant } from '#contract/kit/values'
import { PROVIDER_PROBLEMS, type ProviderProblem } from '#contract/people/providers'
import type { SignInProviderStatus } from '#contract/system/sign-in-providers'
import type { Instant } from '@credit-market/values/dates'
import { readInstallationRecord, readInstallationValue, writeInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'

type Outcomes = Pick<SignInProviderStatus, 'lastSuccess' | 'lastFailure'>

/** Reason and remedy of each failure, for administrators; people read other words on the sign-in page. */
const EXPLANATIONS: Record<ProviderProblem, { reason: string; remedy: string }> = {
  unreachable: {
    reason: 'This server could not read the description of the provider.',
    remedy: 'Press “Test now”: it says what is wrong with the address, the network or the certificate.',
  },
  refused: {
    reason: 'The provider refused, or its answer could not be verified.',
    remedy:
      'Check that the provider has the redirect address shown on the page of providers, that clientId and clientSecret are current, and that its clock is right. The log of the server has the details. It also happens when someone goes back to an old page.',
  },
  'no-account': {
    reason: 'The person has no account, no invitation, and no group that the file lists under groups.',
    remedy: 'Invite the person to the organisation, or map one of their groups in the file.',
  },
  'known-address': {
    reason: 'The person has an account with a password that is not linked to the provider.',
    remedy: 'Ask the person to sign in with the password, and to link the provider on their profile page.',
  },
  closed: {
    reason: 'The account is deactivated, has moved to another organisation, or has lost its groups.',
    remedy: 'Check the person under Users, and their groups at the provider.',
  },
}

const successKey = (id: string): string => `provider-success ${id}`
const failureKey = (id: string): string => `provider-failure ${id}`

const recordedFailure = z.object({ at: instant, problem: z.enum(PROVIDER_PROBLEMS) })

/** Records that someone has signed in through a provider. */
export const recordProviderSuccess = (db: Kysely<Database>, id: string, at: Instant): Promise<void> =>
  writeInstallationValue(db, successKey(id), at)

/** Records why the last sign-in through a provider failed. */
export const recordProviderFailure = (
  db: Kysely<Database>,
  id: string,
  failure: z.infer<typeof recordedFailure>,
): Promise<void> => writeInstallationValue(db, failureKey(id), JSON.stringify(failure))

/** Reads the last outcomes of a provider, on any server. */
export const readProviderOutcomes = async (db: Kysely<Database>, id: string): Promise<Outcomes> => {
  const [success, failure] = await Promise.all([
    readInstallationValue(db, successKey(id)),
    readInstallationRecord(db, failureKey(id), recordedFailure),
  ])
  return {
    lastSuccess: success ?? null,
    lastFailure: failure && { ...failure, ...EXPLANATIONS[failure.problem] },
  }
}
