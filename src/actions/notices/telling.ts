import type { StoredKind } from '#domain/entities'
import type { NoticeName } from './index.ts'

/** When an action gives a notice: of which things that it touches, in which status they are by then, and with which answer. */
export interface Telling {
  notice: NoticeName
  /** The kind of thing, where it is not what the action is run on. */
  of?: StoredKind
  in?: readonly string[]
  /** A question and the answer to it. */
  when?: readonly [field: string, answer: unknown]
}

/** What an action tells, and why nobody else is told whom it may concern. */
export interface Told {
  tells: readonly Telling[]
  nobodyElse: string
}

/** An action that tells nobody, and why. */
export const none = (nobodyElse: string): Told => ({ tells: [], nobodyElse })
