import { optionalPageAddress as addressIn } from '#contract/nouns/nouns'
import { ORGANISATION_TYPES } from '#domain/people/organisation'
import type { Resource } from '#contract/kit/resource'
import { listActivity, type ActivityItem } from '#contract/subject/subject'
import { useAnswer } from '../api/api.ts'

interface Made {
  id: string
  kind: string
  market?: { id: string }
  type?: unknown
}

/**
 * Kinds after whose actions the reader stays: participations are shown where one takes part, and users with
 * their organisation.
 */
const STAYS = ['participation', 'user']

/** Address of the page to open for a record that an action has created or changed; null to stay. */
export const pageAfterAction = ({ id, kind, market, type }: Made): string | null =>
  STAYS.includes(kind)
    ? null
    : addressIn(kind, {
        id,
        marketId: market?.id,
        type: ORGANISATION_TYPES.find(one => one === type),
      })

/** Entry of the activity log that an action on a record has just created, once it is there. */
export const useLogEntry = (
  { kind, id }: Pick<Resource, 'kind' | 'id'>,
  action: string,
): ActivityItem | undefined =>
  useAnswer(listActivity, { query: { subjectType: kind, subjectId: id, limit: 10 } }).data?.items.find(
    one => one.action === action,
  )
