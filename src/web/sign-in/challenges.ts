import type { NavigateFunction } from 'react-router'
import type { Challenge, SignInChallenge } from '#contract/people/account'
import { isKeyOf } from '#domain/values/narrow'
import { clearCache } from '../api/api.ts'
import { toast } from '../parts/page/toasts.ts'
import { redirectTarget } from './redirect-target.ts'

const PAGES: Record<Challenge, string> = {
  NEW_PASSWORD_REQUIRED: '/newPassword',
  SOFTWARE_TOKEN_MFA: '/checkTOTP',
  PASSWORD_RESET_REQUIRED: '/updatePassword',
  USER_NOT_CONFIRMED: '/confirmSignUp',
}

/** Page of a sign-in step that an address names, as after a provider; null for any other word. */
export const signInStepPage = (challenge: string | null): string | null =>
  challenge !== null && isKeyOf(PAGES, challenge) ? PAGES[challenge] : null

const NAME = 'username'

/** User name, stored in this tab for the steps of signing in; at sign-up it is the email address. */
export const storedUsername = (): string | null => sessionStorage.getItem(NAME)

/** Stores the user name for the following steps. */
export const storeUsername = (username: string) => sessionStorage.setItem(NAME, username)

/** State with which the sign-in page is opened after signing out. */
export const SIGNED_OUT_STATE = 'signed out'

/** Address to which the user wanted to go before being redirected to the sign-in page. */
export const redirectTargetOfAddress = (search: URLSearchParams): string =>
  redirectTarget(search.get('redirect'))

/**
 * Continues after a step of signing in: to the next step, or signed in to the address that the user wanted.
 */
export const continueSignIn = async (
  answer: SignInChallenge | void,
  navigate: NavigateFunction,
  search: URLSearchParams,
): Promise<void> => {
  if (!answer?.challenge) {
    sessionStorage.removeItem(NAME)
    await clearCache()
    await navigate(redirectTargetOfAddress(search), { replace: true })
    return
  }
  const { challenge } = answer
  // A newer server may ask for a step that this page does not know.
  if (challenge in PAGES) await navigate({ pathname: PAGES[challenge], search: search.toString() })
  else toast('error', `Login failed: ${challenge}`)
}
