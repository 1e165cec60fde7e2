import type { Kysely } from 'kysely'
import { findNotice, NOTICES } from '#actions/notices/index'
import { DAILY_DIGEST_NAME } from '#domain/text/notice'
import { isEqualInConstantTime, type Secrets } from '../auth/secrets.ts'
import { estimateLinkPath } from '../saved-estimates/links.ts'
import { readEmailChoices, setEmailChoice } from '../notifications/inbox-items.ts'
import type { Database } from '../store/tables/tables.ts'

/** A person, or an organisation that gets emails at its own address because no one signs in for it. */
type Recipient = { userId: string } | { organisationId: string }

/** The recipient and kind of emails; a kind is the name of a notice, or the daily email. */
export type Subscription = Recipient & { kind: string }

const SIGN = '~'
const ORGANISATION = 'organisation'

const subscriptionText = (to: Subscription): string =>
  ('userId' in to ? [to.userId, to.kind] : [ORGANISATION, to.organisationId, to.kind]).join(SIGN)

/** The text of recipient and kind with a mark that only this market can make. */
const signedText = ({ tokenOf }: Pick<Secrets, 'tokenOf'>, subscription: Subscription): string => {
  const text = subscriptionText(subscription)
  return [text, tokenOf('unsubscribe', text)].join(SIGN)
}

/** True if these emails can be ended: emails that must be received cannot, nor those that are not notices. */
const canEnd = (kind: string): boolean => {
  const notice = findNotice(kind)
  return kind === DAILY_DIGEST_NAME || (notice !== undefined && notice.obligatory === undefined)
}

/**
 * Returns the path at which a person or organisation ends emails of this kind without signing in, or a saved estimate with
 * its emails; undefined if they cannot be ended.
 */
export const unsubscribePath = (
  secrets: Pick<Secrets, 'tokenOf'>,
  {
    userId,
    organisationId,
    letter: kind,
    facts = {},
  }: {
    userId: string | null
    organisationId?: string | null
    letter: string
    facts?: Readonly<Record<string, string>>
  },
): string | undefined => {
  if (facts.estimate !== undefined) return estimateLinkPath(secrets, 'end', facts.estimate)
  const recipient = userId !== null ? { userId } : organisationId ? { organisationId } : undefined
  if (!recipient || !canEnd(kind)) return undefined
  return `/unsubscribe/${signedText(secrets, { ...recipient, kind })}`
}

/**
 * Returns the recipient and kind that such a path ends; undefined if this market did not make it, or with another key.
 */
export const readUnsubscribePath = (
  secrets: Pick<Secrets, 'tokenOf'>,
  token: string,
): Subscription | undefined => {
  const [first = '', second = '', third = '', ...rest] = token.split(SIGN)
  const found = rest.length > 0 ? { organisationId: second, kind: third } : { userId: first, kind: second }
  return canEnd(found.kind) && isEqualInConstantTime(token, signedText(secrets, found)) ? found : undefined
}

/** Ends emails of this kind for their recipient; for the daily email of a person, every notice that would be in it. */
export const unsubscribe = async (db: Kysely<Database>, subscription: Subscription): Promise<void> => {
  const { kind } = subscription
  if (!('userId' in subscription)) {
    await db
      .insertInto('stoppedEmail')
      .values({ organisationId: subscription.organisationId, kind })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return
  }
  const { userId } = subscription
  const choices = await readEmailChoices(db, userId)
  const kinds =
    kind === DAILY_DIGEST_NAME
      ? Object.entries(NOTICES)
          .filter(([name, { usually }]) => canEnd(name) && (choices.get(name) ?? usually) === 'daily')
          .map(([name]) => name)
      : [kind]
  if (kinds.length > 0) await setEmailChoice(db, userId, kinds, 'none')
}
