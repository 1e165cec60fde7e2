import type { Instant } from '../dates.ts'
import type { OrganisationType } from '../organisation.ts'
import type { UserGroup } from '../user.ts'
import type { Named, Resource, SignedIn } from './general.ts'

/*
 * How people sign up, sign in and keep their accounts. Every request is JSON; an answer without a body is 204.
 *
 * | Method and path                        | Request           | Answer            | Who            |
 * |----------------------------------------|-------------------|-------------------|----------------|
 * | GET    /api/auth/settings              |                   | AccountSettings   | everybody      |
 * | GET    /api/auth/env.js                |                   | a script: window.env = the public settings | everybody |
 * | GET    /api/auth/password-policy       |                   | PasswordPolicy    | everybody      |
 * | POST   /api/auth/login                 | SignIn            | Challenged or 204 | everybody      |
 * | POST   /api/auth/checkTOTP             | WithCode          | Challenged or 204 | challenged     |
 * | POST   /api/auth/new-password          | NewPassword       | Challenged or 204 | challenged     |
 * | POST   /api/auth/reset-password        | { username }      | 204, always       | everybody      |
 * | POST   /api/auth/update-password       | UpdatePassword    | 204               | everybody      |
 * | POST   /api/auth/sign-up               | SignUp            | 204, always       | everybody      |
 * | POST   /api/auth/confirm-sign-up       | ConfirmSignUp     | 204               | everybody      |
 * | POST   /api/auth/resend-confirmation   | { email }         | 204, always       | everybody      |
 * | POST   /api/auth/invitation            | { token }         | Invited           | everybody      |
 * | POST   /api/auth/complete-invitation   | CompleteInvitation| 204, signed in    | everybody      |
 * | POST   /api/auth/logout                |                   | 204               | everybody      |
 * | GET    /api/auth/user                  |                   | Account, else 403 | everybody      |
 * | POST   /api/auth/profile               | ProfileUpdate     | Account           | signed in      |
 * | POST   /api/auth/change-password       | ChangePassword    | 204               | signed in      |
 * | GET    /api/auth/isTOTPEnabled         |                   | SecondFactor      | signed in      |
 * | POST   /api/auth/enableTOTP            | { password }      | Enrolment         | signed in      |
 * | POST   /api/auth/verifyTOTP            | WithCode          | RecoveryCodes     | signed in      |
 * | POST   /api/auth/disableTOTP           | DisableTotp       | 204               | signed in      |
 * | POST   /api/auth/recovery-codes        | WithCode          | RecoveryCodes     | signed in      |
 * | POST   /api/auth/step-up               | WithCode          | 204               | signed in      |
 * | GET    /api/auth/sessions              |                   | SessionItem[]     | signed in      |
 * | DELETE /api/auth/session/{id}          |                   | 204               | signed in      |
 * | POST   /api/auth/end-other-sessions    |                   | 204               | signed in      |
 * | GET    /api/auth/users                 |                   | as GET /api/users | signed in      |
 *
 * Refusals: 401 { error } for a wrong name, password or code at signing in; 422 [{ field, message }] for answers that
 * are not right; 429 { error } with Retry-After after too many guesses. Everywhere else below /api a 403 may carry a
 * `reason` (see `BARRED`): the page leads to where it can be put right and then tries again.
 *
 * The link of an invitation is {public address}/invitation#{token}; the token never goes into an address that is sent.
 * Whoever finds a letter with a code types it on /confirmSignUp or /updatePassword.
 */

/** What sign-in may ask for before it is complete, and the page that asks it. */
export const CHALLENGES = [
  'NEW_PASSWORD_REQUIRED',
  'PASSWORD_RESET_REQUIRED',
  'USER_NOT_CONFIRMED',
  'SOFTWARE_TOKEN_MFA',
] as const
export type Challenge = (typeof CHALLENGES)[number]

/** Sign-in goes on with this step; the cookie has been renewed. */
export interface Challenged {
  challenge: Challenge
}

/**
 * Why a signed-in person is refused with 403 before anything else is looked at: a second factor must be set up first
 * (on the profile page), a fresh code must be given (`POST /api/auth/step-up`), or the market operator has not yet
 * admitted the organisation.
 */
export const ACCESS_REQUIREMENTS = ['second factor', 'step-up', 'approval'] as const
export type AccessRequirement = (typeof ACCESS_REQUIREMENTS)[number]

export interface SignIn {
  username: string
  password: string
}

/** A code of six digits of the authenticator, or one of the recovery codes. */
export interface WithCode {
  code: string
}

export interface NewPassword {
  password: string
  confirmPassword: string
}

/** A forgotten password is replaced, with the code of eight digits that was mailed. */
export interface UpdatePassword extends NewPassword {
  username: string
  code: string
}

/** An organisation and its first person. */
export interface SignUp extends NewPassword {
  displayName: string
  phone: string
  email: string
  organisationName: string
  organisationType: OrganisationType
}

export interface ConfirmSignUp {
  email: string
  code: string
}

/** Who is invited, and to what. */
export interface Invited {
  email: string
  organisation: { name: string; type: OrganisationType }
  expiresAt: Instant
}

export interface CompleteInvitation extends NewPassword {
  token: string
  displayName: string
  phone: string | null
}

export interface ProfileUpdate {
  displayName: string
  phone: string | null
}

export interface ChangePassword extends NewPassword {
  currentPassword: string
}

export interface DisableTotp extends WithCode {
  password: string
}

/** The person signed in, as the profile shows them; `groups` is empty while the market operator has not admitted them. */
export interface Account extends SignedIn {
  phone: string | null
  /** `needed`: nothing but setting it up is possible. */
  secondFactor: 'on' | 'off' | 'needed'
}

/** A person, as colleagues and the market operator see them (`GET /api/user/{id}`); its actions are the operator's. */
export interface UserView extends Resource {
  username: string
  displayName: string
  email: string
  groups: UserGroup[]
  organisation: Named | null
  active: boolean
  secondFactor: boolean
}

/** Is a second factor in use, and how many recovery codes are left? */
export interface SecondFactor {
  enabled: boolean
  recoveryCodesLeft: number
  /** May it be given up? Not by staff outside the demonstration. */
  mayBeDisabled: boolean
}

/** What the authenticator must learn: the secret to type, and a picture of the address that holds it. */
export interface Enrolment {
  secret: string
  uri: string
  /** A data address of a PNG picture. */
  qrCode: string
}

/** Each of them works once, in place of a code; shown this one time. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

/** A sign-in of the reader, or, for the system administrator, of anybody. */
export interface SessionItem {
  id: string
  current: boolean
  startedAt: Instant
  lastSeenAt: Instant
  expiresAt: Instant
  address: string | null
  /** The browser, as it names itself. */
  browser: string | null
}

/** How long a password must be: longer when it is all that protects the account. */
export interface PasswordPolicy {
  minLength: number
  minLengthWithSecondFactor: number
  maxLength: number
}

/** A demonstration sign-in name, as the sign-in page and the first lines of the server show it. */
export interface DemonstrationUser {
  username: string
  displayName: string
  role: string
}

/** What anybody may know of this installation. */
export interface AccountSettings {
  signUpEnabled: boolean
  /** The types of organisation that are admitted without waiting for the market operator. */
  admittedAtOnce: OrganisationType[]
  passwordPolicy: PasswordPolicy
  demo: { users: DemonstrationUser[]; password: string } | null
}
