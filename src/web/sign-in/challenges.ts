import { useNavigate, useSearchParams } from 'react-router'
import type { Challenge, Challenged } from '#contract/account'
import { forgetEverything } from '../api.ts'
import { toast } from '../parts/toasts.ts'
import { redirectTarget } from '../shell/redirect-target.ts'

const PAGES: Record<Challenge, string> = {
  NEW_PASSWORD_REQUIRED: '/newPassword',
  SOFTWARE_TOKEN_MFA: '/checkTOTP',
  PASSWORD_RESET_REQUIRED: '/updatePassword',
  USER_NOT_CONFIRMED: '/confirmSignUp',
}

const NAME = 'username'

/** The user name, kept in this tab for the steps of signing in; at sign-up it is the e-mail. */
export const keptName = (): string | null => sessionStorage.getItem(NAME)

/** Keeps the user name for the steps that follow. */
export const keepName = (username: string) => sessionStorage.setItem(NAME, username)

/** After a step of signing in: to the next one, or signed in and on to where one wanted to go. */
export const useLeadOn = () => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const target = redirectTarget(search.get('redirect'))
  const leadOn = async (answer: Challenged | undefined): Promise<void> => {
    if (!answer?.challenge) {
      sessionStorage.removeItem(NAME)
      await forgetEverything()
      await navigate(target, { replace: true })
      return
    }
    const { challenge } = answer
    // A later server may ask for what this page does not know.
    if (challenge in PAGES) await navigate({ pathname: PAGES[challenge], search: search.toString() })
    else toast('error', `Login failed: ${challenge}`)
  }
  return { target, leadOn }
}
