import { isKeyOf } from '#domain/values/narrow'
import { BIDDING_NOTICES } from './bidding.ts'
import { CASE_NOTICES } from './cases.ts'
import { CHECK_NOTICES } from './checks.ts'
import { CREDIT_NOTICES } from './credits.ts'
import { MONEY_NOTICES } from './money.ts'
import type { Notice } from './notice.ts'
import { ORGANISATION_NOTICES } from './organisations.ts'
import { PEOPLE_NOTICES } from './people.ts'
import { PARTICIPATION_NOTICES } from './taking-part.ts'
import { QUESTION_NOTICES } from './questions.ts'
import { ITEM_NOTICES } from './things.ts'

const ALL = {
  ...PARTICIPATION_NOTICES,
  ...QUESTION_NOTICES,
  ...ITEM_NOTICES,
  ...BIDDING_NOTICES,
  ...CREDIT_NOTICES,
  ...CHECK_NOTICES,
  ...CASE_NOTICES,
  ...MONEY_NOTICES,
  ...PEOPLE_NOTICES,
  ...ORGANISATION_NOTICES,
}

export type NoticeName = keyof typeof ALL

/** All notifications by name: recipients, whether their emails can be turned off, and texts. */
export const NOTICES: Readonly<Record<NoticeName, Notice>> = ALL

/** The notice of a name; undefined of one that is no more. */
export const findNotice = (name: string): Notice | undefined =>
  isKeyOf(NOTICES, name) ? NOTICES[name] : undefined
