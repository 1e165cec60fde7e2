import type { ProviderProblem } from '#contract/people/providers'
import type { SignInProviderStatus } from '#contract/system/sign-in-providers'
import type { Instant } from '@credit-market/values/dates'

type LastFailure = NonNullable<SignInProviderStatus['lastFailure']>
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

/** Remembers the last outcomes of each provider on this server: they help to set a provider up, and are worth no write for each sign-in. */
export const openProviderOutcomes = () => {
  const known = new Map<string, Outcomes>()
  const of = (id: string): Outcomes => known.get(id) ?? { lastSuccess: null, lastFailure: null }
  return {
    of,
    succeed: (id: string, at: Instant): void => void known.set(id, { ...of(id), lastSuccess: at }),
    fail: (id: string, problem: ProviderProblem, at: Instant): void => {
      const lastFailure: LastFailure = { at, problem, ...EXPLANATIONS[problem] }
      known.set(id, { ...of(id), lastFailure })
    },
  }
}
