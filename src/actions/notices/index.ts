import { isKeyOf } from '#domain/narrow'
import { BIDDING } from './bidding.ts'
import { CHECKS } from './checks.ts'
import { CREDITS } from './credits.ts'
import type { Notice } from './notice.ts'
import { PEOPLE } from './people.ts'
import { TAKING_PART } from './taking-part.ts'
import { THINGS } from './things.ts'

const ALL = { ...TAKING_PART, ...THINGS, ...BIDDING, ...CREDITS, ...CHECKS, ...PEOPLE }

export type NoticeName = keyof typeof ALL

/** Everything that people are told, by its name: who is told it, whether its letters can be turned off, and its words. */
export const NOTICES: Readonly<Record<NoticeName, Notice>> = ALL

/** The notice of a name; undefined of one that is no more. */
export const noticeOf = (name: string): Notice | undefined =>
  isKeyOf(NOTICES, name) ? NOTICES[name] : undefined
