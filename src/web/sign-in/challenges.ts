import type { NavigateFunction } from 'react-router'
import type { Challenge, Challenged } from '#contract/account'
import { isKeyOf } from '#domain/narrow'
import { forgetEverything } from '../api.ts'
import { toast } from '../parts/toasts.ts'
import { redirectTarget } from '../shell/redirect-target.ts'

const PAGES: Record<Challenge, string> = {
  NEW_PASSWORD_REQUIRED: '/newPassword',
  SOFTWARE_TOKEN_MFA: '/checkTOTP',
  PASSWORD_RESET_REQUIRED: '/updatePassword',
  USER_NOT_CONFIRMED: '/confirmSignUp',
}

/** The page of a step of signing in that an address names, as after a provider; null for any other word. */
export const pageOfStep = (challenge: string | null): string | null =>
  challenge !== null && isKeyOf(PAGES, challenge) ? PAGES[challenge] : null

const NAME = 'username'

/** The user name, kept in this tab for the steps of signing in; at sign-up it is the e-mail. */
export const keptName = (): string | null => sessionStorage.getItem(NAME)

/** Keeps the user name for the steps that follow. */
export const keepName = (username: string) => sessionStorage.setItem(NAME, username)

/** The state in which somebody comes to the sign-in page who has just signed out. */
export const SIGNED_OUT = 'signed out'

/** Where somebody wanted to go who was sent to sign in first. */
export const targetIn = (search: URLSearchParams): string => redirectTarget(search.get('redirect'))

/** After a step of signing in: to the next one, or signed in and on to where one wanted to go. */
export const continueSignIn = async (
  answer: Challenged | void,
  navigate: NavigateFunction,
  search: URLSearchParams,
): Promise<void> => {
  if (!answer?.challenge) {
    sessionStorage.removeItem(NAME)
    await forgetEverything()
    await navigate(targetIn(search), { replace: true })
    return
  }
  const { challenge } = answer
  // A later server may ask for what this page does not know.
  if (challenge in PAGES) await navigate({ pathname: PAGES[challenge], search: search.toString() })
  else toast('error', `Login failed: ${challenge}`)
}
